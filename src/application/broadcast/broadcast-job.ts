import { broadcast, type BroadcastCommand } from '../../domain/broadcast/broadcast.js';
import { domainOfAddress } from '../../domain/shared/mailbox.js';
import type { Position } from '../../domain/shared/recorded.js';
import { broadcastResultsProjection } from '../../projections/broadcast-results/broadcast-results.projection.js';
import { contactPropertiesProjection } from '../../projections/contact-properties/contact-properties.projection.js';
import { contactsProjection } from '../../projections/contacts/contacts.projection.js';
import { segmentsProjection } from '../../projections/segments/segments.projection.js';
import { topicsProjection } from '../../projections/topics/topics.projection.js';
import { propertyFallbacks } from '../contact-property/contact-properties.js';
import type { BegunJobs } from '../shared/begun-jobs.js';
import type { Leap } from '../shared/clock-watch.js';
import type { Step } from '../shared/job-loop.js';
import { factPatience, handle } from '../shared/handle.js';
import type { WhenProcessed } from '../shared/own-writes.js';
import type { SenderRules } from '../submission/check-email.js';
import type { AcceptPorts } from '../submission/accept-submission.js';
import type { ContentPorts } from '../template/template-content.js';
import { AudienceWalk, type OpenChunk } from './audience-walk.js';
import { nextOfTest } from './await-winner.js';
import { type BroadcastContent, openBroadcastContent } from './broadcast-content.js';
import { conditionsOf } from './conditions.js';
import { broadcastStream, loadBroadcast } from './broadcast-streams.js';
import { eraseGoneOf, type ErasePorts } from './erase-gone.js';
import { type Exclusion, exclusionOf, processedWithinMs } from './exclusion.js';
import { type FreezePorts, freezeNext, type FrozenSoFar, frozenSoFar } from './freeze-audience.js';
import { OpenAhead } from './open-ahead.js';
import { isResumedSince, type Known, loadOn, provenanceOf, queuedIn } from './known-broadcast.js';
import { prepareMembers, type Sending, stopOpened, withoutEmail } from './open-members.js';
import type { OpenWindow, WindowPorts } from './open-window.js';
import { draftSendableAs, pauseFor, sentAsOf } from './send-broadcast.js';
import { isLimited, SendingLimits } from './sending-limits.js';
import { openVariantContent } from './variant-content.js';

export type JobPorts = FreezePorts &
  ErasePorts &
  ContentPorts &
  WindowPorts &
  Pick<AcceptPorts, 'quotas'> & {
    /** As `onAccepted` of a request. */
    readonly onOpened: AcceptPorts['onAccepted'];
    readonly senderRules: SenderRules;
    readonly whenProcessed: WhenProcessed;
  };

/** Emails that are opened in one step: other requests have their turn between two. */
const openedTogether = 10;
const namedInFilters = [segmentsProjection, topicsProjection, contactPropertiesProjection];
/** A broadcast that is later than this is not what was planned: a person decides. */
const missedAfterMs = 3_600_000;

/** One broadcast on its way. A step is `soon` when the delivery has taken some. */
export class Job {
  #asleepUntilMs = 0;
  #isLeapt = false;
  #loaded: Awaited<ReturnType<typeof loadBroadcast>> | undefined;
  #frozen: FrozenSoFar | undefined;
  #exclusion: Exclusion | undefined;
  #sending: Sending | undefined;
  #chunk: OpenChunk | undefined;
  readonly #limits: SendingLimits;
  readonly #ahead: OpenAhead;
  readonly #walk: AudienceWalk;

  constructor(
    private readonly ports: JobPorts,
    private readonly id: string,
    private readonly begun: BegunJobs,
  ) {
    this.#limits = new SendingLimits(ports, id);
    this.#ahead = new OpenAhead(ports, id);
    this.#walk = new AudienceWalk(ports, id);
  }

  /** Something was said about it. */
  wake(): void {
    this.#asleepUntilMs = 0;
    this.#sending = undefined;
    this.#limits.forget();
  }

  /** `leap`: the clock jumped; what would be due only because of that waits for a person. */
  async step(window: OpenWindow, leap?: Leap): Promise<Step> {
    const { fromMs, toMs } = leap ?? { fromMs: 0, toMs: 0 };
    if (this.#asleepUntilMs > fromMs && this.#asleepUntilMs <= toMs) this.#isLeapt = true;
    if (this.#isLeapt) return this.#miss();
    if (this.ports.clock.now() < this.#asleepUntilMs) return 'later';
    const loaded = (this.#loaded = await loadOn(this.ports, this.id, this.#loaded));
    const { state } = loaded;
    if (state === null || state.isDeleted || state.status === 'draft' || state.status === 'sent') return 'done';
    const one: Known = { ...loaded, state };
    if (state.status === 'canceled') {
      await this.#ahead.settled().catch(() => undefined);
      await this.#lookAgain(one);
      await stopOpened(this.ports, this.id, provenanceOf(one));
      return 'done';
    }
    if (state.pausedBecause !== null) {
      await this.#ahead.settled();
      await this.#lookAgain(one);
      this.begun.forget(this.id);
      return this.#sleep(Number.POSITIVE_INFINITY);
    }
    if (state.status === 'scheduled') return this.#queue(one);
    return state.audience === null ? this.#freeze(one) : this.#open(one, window);
  }

  #sleep(untilMs: number): Step {
    this.#asleepUntilMs = untilMs;
    return 'later';
  }

  /** What it waited for is not known to have come. */
  async #miss(): Promise<Step> {
    const { state, ...loaded } = await loadBroadcast(this.ports, this.id);
    if (state === null) return 'done';
    const { teamId } = state;
    const step = await this.#say({ ...loaded, state }, { type: 'PauseBroadcast', teamId, because: 'time-missed' });
    this.#isLeapt = false;
    this.#asleepUntilMs = 0;
    return step;
  }

  /** Before it waits for a person, or ends. */
  async #lookAgain({ state, ...loaded }: Known): Promise<void> {
    const chunk = this.#chunk ?? (await this.#walk.inProgress(state));
    if (chunk?.mayBeOpened) await eraseGoneOf(this.ports, chunk, provenanceOf({ ...loaded, state }).context);
  }

  async #queue(loaded: Known): Promise<Step> {
    const { teamId, scheduledAt, content, test, localTime } = loaded.state;
    const atMs = Date.parse(scheduledAt ?? '');
    const nowMs = this.ports.clock.now();
    if (atMs > nowMs) return this.#sleep(atMs);
    if (!(await this.#knows(loaded.events.at(-1)?.position))) return 'later';
    if (!this.begun.has(this.id)) return this.#begin(loaded, 'queue');
    const sendable = await draftSendableAs(this.ports, teamId, loaded.state);
    if ('refused' in sendable) {
      return this.#say(loaded, { type: 'PauseBroadcast', teamId, because: pauseFor[sendable.refused] });
    }
    if (nowMs - atMs > missedAfterMs && !isResumedSince(loaded, atMs)) {
      return this.#say(loaded, { type: 'PauseBroadcast', teamId, because: 'time-missed' });
    }
    const sentAs = sentAsOf(sendable, { content, test }, localTime);
    return this.#say(loaded, { type: 'QueueBroadcast', teamId, sentAs });
  }

  /** Lists show what was written before it was sent. */
  async #freeze(loaded: Known): Promise<Step> {
    const { ports, id } = this;
    const { teamId, sentAs } = loaded.state;
    if (sentAs === null) return 'done';
    const { position, id: queuedId } = queuedIn(loaded);
    if (!(await ports.whenProcessed(contactsProjection.name, position, processedWithinMs))) return 'later';
    if (!(await this.#knows(position))) return 'later';
    if (sentAs.excluding !== undefined && this.#exclusion === undefined) {
      this.#exclusion = await exclusionOf(ports, id, sentAs, position);
      if (this.#exclusion === undefined) return 'later';
    }
    this.#frozen ??= await frozenSoFar(ports, id);
    if (!this.begun.has(id)) return this.#begin(loaded, `freeze ${this.#frozen.chunks}`);
    const whom = { ...sentAs, broadcastId: id, teamId, queuedId, exclusion: this.#exclusion };
    const next = await freezeNext(ports, whom, this.#frozen, provenanceOf(loaded));
    if ('because' in next) return this.#say(loaded, { type: 'PauseBroadcast', teamId, because: next.because });
    this.#frozen = next;
    if (!next.isAll) return 'more';
    const { chunks, members, turns } = next;
    return this.#say(loaded, { type: 'FreezeBroadcast', teamId, chunks, members, turns });
  }

  /** What filters name: in a read model that is built again, all of it would be gone. */
  async #knows(position: Position | undefined): Promise<boolean> {
    if (position === undefined) return true;
    const known = await Promise.all(
      namedInFilters.map(({ name }) => this.ports.whenProcessed(name, position, processedWithinMs)),
    );
    return known.every(Boolean);
  }

  async #open(loaded: Known, window: OpenWindow): Promise<Step> {
    const { teamId } = loaded.state;
    const next = this.#chunk ?? (await this.#walk.next(loaded.state));
    if (next === 'passed') return 'more';
    // It reads the log: only where that may change what comes next.
    if (next === 'end' || window.room() < openedTogether) await window.settle();
    if (next === 'end') return window.holds(this.id) ? 'soon' : this.#say(loaded, { type: 'FinishBroadcast', teamId });
    if ('untilMs' in next) {
      // Much may have changed until then.
      this.#sending = undefined;
      return Number.isFinite(next.untilMs) ? this.#sleep(next.untilMs) : this.#awaitWinner(loaded);
    }
    const ownFrom = this.#frozen?.ownFrom ?? Number.POSITIVE_INFINITY;
    if (this.#chunk === undefined) next.mayBeOpened = next.loaded.state.frozen.chunk < ownFrom;
    return this.#openSome(loaded, window, (this.#chunk = next));
  }

  async #awaitWinner(loaded: Known): Promise<Step> {
    const { lastNotedMs = this.ports.clock.now() } = this.#walk;
    // A read model that is built again has counted nothing yet, and what it says is not taken back.
    const position = loaded.events.at(-1)?.position ?? queuedIn(loaded).position;
    if (!(await this.ports.whenProcessed(broadcastResultsProjection.name, position, processedWithinMs))) return 'later';
    const next = await nextOfTest(this.ports, this.id, loaded.state, lastNotedMs);
    return 'untilMs' in next ? this.#sleep(next.untilMs) : this.#say(loaded, next);
  }

  async #openSome(loaded: Known, window: OpenWindow, chunk: OpenChunk): Promise<Step> {
    const { teamId } = loaded.state;
    const free = Math.min(openedTogether, window.room());
    if (free <= 0 && chunk.left.length > 0) return 'soon';
    const reached = await this.#limits.rateReached(loaded.state);
    if (reached !== undefined) return this.#say(loaded, { type: 'PauseBroadcast', teamId, ...reached });
    const sending = (this.#sending ??= await this.#prepare(loaded));
    if (sending !== undefined && !sending.domain.sandbox && this.ports.senderRules.linkTrouble != null) {
      return this.#say(loaded, { type: 'PauseBroadcast', teamId, because: 'links-unreachable' });
    }
    if (sending === undefined) {
      return this.#say(loaded, { type: 'PauseBroadcast', teamId, because: 'domain-not-verified' });
    }
    // What was opened last says when there is room again.
    if (isLimited(loaded.state)) await this.#ahead.settled();
    const room = await this.#limits.room(loaded.state, sending.domain.domainId, free, {
      ...chunk,
      lastNotedMs: this.#walk.lastNotedMs,
    });
    if ('untilMs' in room) return this.#sleep(room.untilMs);
    if (!this.begun.has(this.id)) return this.#begin(loaded, await this.#placeIn(chunk));
    const numbers = chunk.left.slice(0, room.most);
    const missing = chunk.mayBeOpened ? await withoutEmail(this.ports, chunk.loaded, numbers) : numbers;
    const reserved = missing.length === 0 ? undefined : await this.ports.quotas?.reserve(teamId, missing.length);
    if (reserved !== undefined && 'refused' in reserved) {
      return this.#say(loaded, { type: 'PauseBroadcast', teamId, because: 'quota-exceeded' });
    }
    const { winner } = loaded.state;
    const to = winner === undefined ? sending : { ...sending, winner: winner.variant };
    try {
      const prepared = await prepareMembers(this.ports, to, chunk.loaded, missing, chunk.mayBeOpened);
      const emailIds = prepared.emails.map(({ emailId }) => emailId);
      const { context } = provenanceOf(loaded);
      const onOpened = (last: Position): void => {
        this.#limits.note(loaded.state, emailIds.length);
        this.ports.onOpened({ ...context, teamId }, last, emailIds);
      };
      const onFailed = () => reserved?.release();
      await this.#ahead.begin(window, { chunk, numbers, prepared, context, onOpened, onFailed });
    } catch (error) {
      await reserved?.release();
      throw error;
    }
    if (chunk.left.length === 0 || isLimited(loaded.state)) await this.#ahead.settled();
    if (chunk.left.length > 0) return 'more';
    await this.#walk.note(chunk, provenanceOf(loaded));
    this.#chunk = undefined;
    return 'more';
  }

  /** Said before the first of the work of this process; it is paused instead where the work ended two of them here. */
  async #begin(loaded: Known, at: string): Promise<Step> {
    const { teamId } = loaded.state;
    await this.begun.begin(this.id, () => this.#say(loaded, { type: 'BeginBroadcast', teamId, at }));
    return 'more';
  }

  /** This process stops, and did not end in the middle of it. */
  async leave(): Promise<void> {
    await this.#ahead.settled().catch(() => undefined);
    const { state, ...loaded } = await loadBroadcast(this.ports, this.id);
    if (state === null) return;
    await this.#say({ ...loaded, state }, { type: 'LeaveBroadcast', teamId: state.teamId });
  }

  /** Each email that was opened is a step forward. */
  async #placeIn({ loaded, left, turn, mayBeOpened }: OpenChunk): Promise<string> {
    const [next] = mayBeOpened ? await withoutEmail(this.ports, loaded, left) : left;
    return `open ${loaded.stream} ${turn} ${next ?? 'end'}`;
  }

  /** @returns undefined where the domain of its sender may not send any more. */
  async #prepare(loaded: Known): Promise<Sending | undefined> {
    const { teamId, sentAs } = loaded.state;
    if (sentAs === null) throw new Error('a broadcast that was not sent is being sent');
    const says: BroadcastContent = await openBroadcastContent(this.ports, sentAs.content);
    const domain = await this.ports.senderRules.domains.verified(teamId, domainOfAddress(says.from?.address ?? ''));
    if (domain === undefined) return undefined;
    const fallbacks = await propertyFallbacks(this.ports, teamId);
    const b = sentAs.test && { content: sentAs.test.content, says: await openVariantContent(this.ports, sentAs.test) };
    const conditions = await conditionsOf(this.ports, teamId, [says, ...(b === undefined ? [] : [b.says])]);
    const whose = { broadcastId: this.id, teamId, correlationId: queuedIn(loaded).metadata.correlationId };
    return { ...sentAs, ...whose, says, domain, fallbacks, conditions, ...(b && { b }) };
  }

  async #say(loaded: Known, command: BroadcastCommand): Promise<Step> {
    const stream = broadcastStream(this.id);
    const how = { loaded, patience: factPatience };
    const handled = await handle(this.ports, broadcast, stream, command, provenanceOf(loaded), how);
    if ('refused' in handled && handled.refused === 'unavailable') throw new Error(`${this.id} could not be written`);
    return 'more';
  }
}
