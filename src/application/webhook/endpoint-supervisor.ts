import type { Position, Recorded } from '../../domain/shared/recorded.js';
import type { ExhaustedMessage, WebhookReplayRequested } from '../../domain/webhook/events.js';
import {
  type ExistingWebhook,
  replayOf,
  type WebhookCommand,
  type WebhookState,
} from '../../domain/webhook/webhook.js';
import type { WebhookMessageDocument } from '../../projections/webhooks/webhooks.document.js';
import type { Ports } from '../shared/ports.js';
import { delay } from '../shared/delay.js';
import type { WhenProcessed } from '../shared/own-writes.js';
import { Endpoint, type EndpointPorts } from './endpoint.js';
import { type EndpointReport, EndpointTracker } from './endpoint-tracker.js';
import type { RequestedReplay } from './replays.js';
import { BoundedMap } from '../shared/bounded-map.js';
import type { WebhookLog } from './webhook-log.js';

export type SupervisorPorts = EndpointPorts & {
  readonly store: Pick<Ports['store'], 'head'>;
  readonly whenProcessed: WhenProcessed;
};

export interface SupervisorEvents {
  /** What its answers lead to. Resolves with the state behind it; undefined where it could not be written. */
  write(command: WebhookCommand): Promise<WebhookState | undefined>;
  failed(error: unknown): void;
}

/** As its stream says it is to be. */
interface Wanted {
  readonly state: ExistingWebhook;
  readonly replays: readonly RequestedReplay[];
  /** Where it was switched on last: what was attempted before is not tried again. */
  readonly since: Position;
}

interface Running {
  readonly endpoint: Endpoint;
  readonly since: Position;
  /** Nothing new is begun. */
  readonly stop: AbortController;
  /** What is under way is given up too. */
  readonly cut: AbortController;
  readonly done: Promise<void>;
}

const processedPatienceMs = 5_000;
const readPatienceMs = 5_000;

/**
 * One endpoint over all its runs: starts it, changes it and ends it as its stream says. How it is getting on is with
 * its tracker.
 */
export class EndpointSupervisor {
  private wanted: Wanted | undefined;
  private running: Running | undefined;
  private changing: Promise<void> | undefined;
  readonly tracker: EndpointTracker;
  private exhausted: ExhaustedMessage[] = [];
  private readonly dropped: DroppedMessages;
  private lastTeamId: string | null = null;

  constructor(
    private readonly ports: SupervisorPorts,
    readonly id: string,
    report: EndpointReport,
    /** Up to here an earlier process may have made attempts: their documents say so. */
    private attemptedUpTo: Position | undefined,
    /** Signal of the whole partition. */
    private readonly signal: AbortSignal,
    private readonly events: SupervisorEvents,
  ) {
    this.tracker = new EndpointTracker(ports, report);
    this.dropped = new DroppedMessages(ports.log);
    signal.addEventListener('abort', () => this.cut());
  }

  /** Starts, changes or ends it as its stream says; a change that takes a while goes on in the background. */
  take(state: WebhookState, events: readonly Recorded[]): void {
    if (state.status !== 'enabled') {
      this.wanted = undefined;
      this.tracker.isOff = true;
      this.cut();
      this.change();
      return;
    }
    this.tracker.isOff = false;
    this.lastTeamId = state.webhook.teamId;
    this.wanted = { state, replays: requestedReplays(state, events), since: lastSwitchedOn(events) };
    const { running, wanted } = this;
    if (running?.since !== wanted.since) this.cut();
    if (running === undefined || !this.isAsWanted()) return this.change();
    running.endpoint.update(wanted.state, wanted.replays);
    void running.endpoint.replay(running.stop.signal);
  }

  get teamId(): string | null {
    return this.lastTeamId;
  }

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /** To be enabled, as far as is known. */
  get isOn(): boolean {
    return this.wanted !== undefined;
  }

  /** Whether what is due of it is of use: it takes it, or drops it. */
  get takesDue(): boolean {
    return this.tracker.isOff || (this.isRunning && !this.tracker.isCrowded);
  }

  /**
   * The time of a message has come: it is tried again, or dropped where it was attempted before the endpoint was
   * switched on last.
   */
  due(document: WebhookMessageDocument): void {
    if (this.dropped.has(document)) return;
    if (this.tracker.isOff) return void this.dropped.drop(document);
    // One that is being started again has no time for it yet.
    if (this.wanted === undefined || this.running === undefined || this.running.stop.signal.aborted) return;
    const isCurrent = document.replayId !== null || document.loggedAt > this.running.since;
    if (isCurrent) void this.running.endpoint.retry(document, this.running.stop.signal);
    else void this.dropped.drop(document);
  }

  /** What was given up since it was asked last. */
  takeExhausted(): readonly ExhaustedMessage[] {
    return this.exhausted.splice(0);
  }

  /** Resolves once nothing of it is under way: to be called when the partition ends. */
  async ended(): Promise<void> {
    await this.changing;
    await this.running?.done;
  }

  private async replayBegins(replayId: string, at: string): Promise<boolean> {
    const state = await this.events.write({ type: 'BeginReplay', replayId, at });
    // Then it is held, and begun again.
    if (state === undefined) throw new Error(`replay ${replayId} could not be begun`);
    return state.status === 'enabled' && replayOf(state, replayId) !== undefined;
  }

  private cut(): void {
    this.running?.stop.abort();
    this.running?.cut.abort();
  }

  private isAsWanted(): boolean {
    const { running, wanted } = this;
    if (running === undefined || wanted === undefined) return running === undefined && wanted === undefined;
    if (running.stop.signal.aborted || running.since !== wanted.since) return false;
    return running.endpoint.isOrdered === wanted.state.webhook.ordered;
  }

  private change(): void {
    if (this.running === undefined && this.changing === undefined) return this.start();
    this.changing ??= this.changeUntilAsWanted()
      .catch(this.events.failed)
      .finally(() => {
        this.changing = undefined;
      });
  }

  /** One run after the other: the next one begins with what the one before has left in log and documents. */
  private async changeUntilAsWanted(): Promise<void> {
    while (!this.isAsWanted() && !this.signal.aborted) {
      const { running } = this;
      if (running !== undefined) {
        running.stop.abort();
        await running.done;
        await this.untilProcessed();
        this.tracker.end();
        this.running = undefined;
      }
      this.start();
    }
  }

  /** The documents show every attempt that was made until now. */
  private async untilProcessed(): Promise<void> {
    const { ports, signal } = this;
    const isNeeded = (): boolean => this.wanted !== undefined && !signal.aborted;
    while (isNeeded()) {
      try {
        const head = await ports.store.head();
        const isProcessed =
          head === undefined || (await ports.whenProcessed(ports.messages.name, head, processedPatienceMs));
        this.attemptedUpTo = head;
        if (isProcessed) return;
      } catch (error) {
        this.events.failed(error);
        await delay(readPatienceMs, signal);
      }
    }
  }

  private start(): void {
    const { wanted, tracker, ports } = this;
    if (wanted === undefined || this.signal.aborted) return;
    const { state, replays, since } = wanted;
    const reached = tracker.position();
    const position = (reached ?? '') > since ? reached : since;
    const { attemptedUpTo } = this;
    const [stop, cut] = [new AbortController(), new AbortController()];
    const begin = { position, attemptedUpTo, since, cut: cut.signal };
    const endpoint = new Endpoint(ports, tracker, state, replays, begin, {
      disable: (why, sinceMs) => void this.events.write({ type: 'DisableFailingWebhook', why, sinceMs }),
      keptFailing: (sinceMs) => void this.events.write({ type: 'NoteKeptFailing', sinceMs }),
      exhausted: (message) => void this.exhausted.push(message),
      replayBegins: (replayId, at) => this.replayBegins(replayId, at),
      replayLeft: async (replayId) => void (await this.events.write({ type: 'LeaveReplay', replayId })),
      replayed: (replayId, counts) => void this.events.write({ type: 'CompleteReplay', replayId, ...counts }),
      gone: (document) => this.dropped.drop(document),
      failed: this.events.failed,
    });
    const run = async (): Promise<void> => {
      await Promise.all([endpoint.readLog(stop.signal), endpoint.replay(stop.signal)]);
      await endpoint.idle();
    };
    this.running = { endpoint, since, stop, cut, done: run().catch(this.events.failed) };
  }
}

/** Where what is sent begins: at the registration, or where it was enabled last. */
function lastSwitchedOn(events: readonly Recorded[]): Position {
  const last = events.findLast(({ event }) => event.type === 'WebhookRegistered' || event.type === 'WebhookEnabled');
  if (last === undefined) throw new Error('an endpoint that stands was registered');
  return last.position;
}

/** Those under way or waiting, each with the position of its request. */
function requestedReplays({ replays }: ExistingWebhook, events: readonly Recorded[]): readonly RequestedReplay[] {
  const isOf = (replayId: string) => (recorded: Recorded) =>
    recorded.event.type === 'WebhookReplayRequested' &&
    // The codec's registry knows exactly the data of the type.
    (recorded.event.data as WebhookReplayRequested['data']).replayId === replayId;
  return replays.flatMap((replay) => {
    const request = events.find(isOf(replay.replayId));
    return request === undefined ? [] : [{ ...replay, until: request.position }];
  });
}

/** Read models show within seconds what was written. */
const mostRemembered = 5_000;

/**
 * Messages that wait for no further attempt: each is written down once, however often it is found due until its
 * document says so.
 */
class DroppedMessages {
  /** By the message, where its last attempt was: one that was replayed since may have to be dropped again. */
  private readonly at = new BoundedMap<string, Position>(mostRemembered);

  constructor(private readonly log: Pick<WebhookLog, 'dropped'>) {}

  has({ id, loggedAt }: WebhookMessageDocument): boolean {
    return this.at.get(id) === loggedAt;
  }

  /** Resolves once it is written down, or will not be. */
  async drop(document: WebhookMessageDocument): Promise<void> {
    const { id, loggedAt, teamId } = document;
    if (this.has(document)) return;
    this.at.set(id, loggedAt);
    if (!(await this.log.dropped(teamId, id))) this.at.delete(id);
  }
}
