import { emptyContent } from '../../../src/application/broadcast/broadcast-content.js';
import { Job } from '../../../src/application/broadcast/broadcast-job.js';
import { loadAudience, loadBroadcast } from '../../../src/application/broadcast/broadcast-streams.js';
import { makeDraft } from '../../../src/application/broadcast/broadcasts.js';
import { emailIdOf, membersToOpen } from '../../../src/application/broadcast/open-members.js';
import { OpenWindow } from '../../../src/application/broadcast/open-window.js';
import { SendAgain } from '../../../src/application/broadcast/send-again.js';
import {
  CancelBroadcast,
  PauseBroadcast,
  ResumeBroadcast,
  sendBroadcast,
} from '../../../src/application/broadcast/send-broadcast.js';
import { attemptDelivery } from '../../../src/application/delivery/attempt-delivery.js';
import { heldAs } from '../../../src/application/delivery/held-mail.js';
import { heldWorkOf } from '../../../src/application/installation/held-work.js';
import { decideHeld } from '../../../src/application/restore/decide-held.js';
import { heldList } from '../../../src/application/restore/held-list.js';
import { recordRestore } from '../../../src/application/restore/record-restore.js';
import { CreateSegment } from '../../../src/application/segment/segments.js';
import { BegunJobs } from '../../../src/application/shared/begun-jobs.js';
import { handle, load } from '../../../src/application/shared/handle.js';
import { email } from '../../../src/domain/email/email.js';
import { installation } from '../../../src/domain/installation/installation.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { installationStream, streamName } from '../../../src/domain/shared/stream-name.js';
import { contactsProjection } from '../../../src/projections/contacts/contacts.projection.js';
import { segmentsProjection } from '../../../src/projections/segments/segments.projection.js';
import { topicsProjection } from '../../../src/projections/topics/topics.projection.js';
import { jobPorts } from '../broadcasting.js';
import { MemoryReadStore } from '../memory-read-store.js';
import { delivering } from '../delivering.js';
import { noDiskLimit } from '../no-disk-limit.js';
import { readModel } from '../read-model.js';
import { context, correlationId, teamId, type World } from '../world.js';

const operator = {
  context: { teamId: null, actor: { kind: 'cli', id: 'restore' }, correlationId },
  region: null,
} as const;
const from = { name: null, address: 'news@example.com' };
const content = { ...emptyContent, from, subject: 'News', html: '<p>News</p>', text: 'News' };
const lists = { ownWrites: { note: () => undefined, settled: async () => undefined } };
const place = { joins: () => true, standAside: () => undefined };
const undecided = { all: undefined, byId: new Map() };

/** An email that waits: it goes now, or never, or not yet. */
export interface Waiting {
  readonly emailId: string;
  readonly contactId: string;
}

/** What a server does with broadcasts to everyone there is: each process of it takes one step when it is asked to. */
export class Broadcasts {
  #process = new Process();

  private constructor(
    private readonly world: World,
    private readonly segmentId: string,
  ) {}

  static async begin(world: World): Promise<Broadcasts> {
    const own = world.process();
    const created = { installationId: 'i1', firstTeamId: teamId, keyStoreId: 'k1' };
    const create = { type: 'CreateInstallation', installation: created } as const;
    await handle(own, installation, installationStream, create, operator);
    const segments = CreateSegment.start({ ...own, ...lists, readStore: new MemoryReadStore() });
    const filter = { type: 'rule', field: 'email', operator: 'exists' } as const;
    return new Broadcasts(world, done(await segments.run({ context, name: 'Everyone', filter })).id);
  }

  /** `reads`: from read models that know all of the log. */
  async #ports(reads: 'log' | 'read-models' = 'log') {
    const { readStore } = this.#process;
    const projections = reads === 'log' ? [] : [contactsProjection, segmentsProjection, topicsProjection];
    for (const projection of projections) await readModel(this.world, projection, readStore);
    return { ...jobPorts(this.world.process(), { readStore }), disk: noDiskLimit };
  }

  /** Its id. */
  async send(topicId: string | null): Promise<string> {
    const ports = await this.#ports('read-models');
    const settings = { name: 'News', segmentId: this.segmentId, topicId };
    const drafted = await makeDraft(ports, context, settings, content, {});
    const broadcastId = done(drafted).id;
    done(await sendBroadcast(ports, { context, broadcastId, scheduledAt: undefined }));
    return broadcastId;
  }

  /** To those who did not have it. Its id; undefined where the other was not sent. */
  async again(id: string): Promise<string | undefined> {
    const ports = await this.#ports('read-models');
    const drafted = await SendAgain.start(ports).run({ context, broadcastId: id, kind: 'had-it' });
    if ('refused' in drafted && drafted.refused === 'not-sent-yet') return undefined;
    const broadcastId = done(drafted).id;
    done(await sendBroadcast(ports, { context, broadcastId, scheduledAt: undefined }));
    return broadcastId;
  }

  async status(id: string): Promise<string | undefined> {
    return (await loadBroadcast(this.world.process(), id)).state?.status;
  }

  /** One step of the broadcaster. Says whether there may be another. */
  async step(id: string): Promise<boolean> {
    const { jobs, begun } = this.#process;
    const { state } = await loadBroadcast(this.world.process(), id);
    // What a segment has is read once; behind that, nothing asks a read model.
    const ports = await this.#ports(state?.audience === null ? 'read-models' : 'log');
    const job = jobs.get(id) ?? new Job(ports, id, begun);
    jobs.set(id, job);
    job.wake();
    const step = await job.step(new OpenWindow(ports));
    return step === 'more' || step === 'soon';
  }

  async pause(id: string): Promise<void> {
    await PauseBroadcast.start(await this.#ports()).run({ context, broadcastId: id });
  }

  async resume(id: string): Promise<void> {
    await ResumeBroadcast.start(await this.#ports()).run({ context, broadcastId: id });
  }

  async cancel(id: string): Promise<void> {
    await CancelBroadcast.start(await this.#ports()).run({ context, broadcastId: id });
  }

  /** Its emails that have been opened and not tried. */
  async waiting(id: string): Promise<readonly Waiting[]> {
    const ports = this.world.process();
    const { state, events } = await loadAudience(ports, id, 0);
    const [opening] = events;
    if (state === null || opening === undefined) return [];
    const emails = await Promise.all(
      membersToOpen(state).map(async (member): Promise<readonly Waiting[]> => {
        const emailId = emailIdOf(ports, opening.id, member);
        const { state: sent } = await load(ports, email, streamName('email', emailId));
        const isDue = sent.status === 'accepted' && sent.recipients.some(({ status }) => status === 'due');
        return isDue ? [{ emailId, contactId: state.frozen.members[member]?.contactId ?? '' }] : [];
      }),
    );
    return emails.flat();
  }

  /** The delivery takes an email. @returns the address that got it; undefined: no one. */
  async deliver(emailId: string): Promise<string | undefined> {
    const { ports, transport } = delivering(this.world);
    const held = await heldWorkOf(ports);
    const holds = {
      holds: async (loaded: Parameters<typeof heldAs>[2]) => (await heldAs(ports, held, loaded)) !== undefined,
    };
    const { state } = await load(ports, email, streamName('email', emailId));
    const [[destination, generation] = ['', 0]] = state.status === 'accepted' ? Object.entries(state.generations) : [];
    await attemptDelivery({ ...ports, held: holds }, { emailId, destination, generation }, place);
    return transport.dots[0]?.recipients[0]?.address;
  }

  /** The log was put back as it was: another process begins, and finds what waits. */
  async restored(): Promise<void> {
    this.#process = new Process();
    const of = { backupId: 'b1', takenAt: '2026-03-01T09:00:00.000Z', head: '1' as Position };
    await recordRestore(this.world.process(), of, operator);
  }

  /** What waits since a restore is decided. `isKnownLost`: the operator knows that it went out since the backup. */
  async decide(isKnownLost: (id: string) => boolean): Promise<void> {
    const ports = this.world.process();
    const list = await heldList(ports, undefined, 'read');
    const decided = (held: readonly { readonly id: string }[]) => ({
      all: undefined,
      byId: new Map(held.map(({ id }) => [id, isKnownLost(id) ? 'cancel' : 'send'] as const)),
    });
    const [broadcasts, emails] = [decided(list.broadcasts), decided(list.emails)];
    await decideHeld(ports, list, { broadcasts, emails, imports: undecided, confirmations: undecided }, operator);
  }
}

/** What a process keeps in memory. */
class Process {
  readonly readStore = new MemoryReadStore();
  readonly begun = new BegunJobs();
  readonly jobs = new Map<string, Job>();
}

function done<Answer extends object>(answer: Answer): Exclude<Answer, { readonly refused: unknown }> {
  if ('refused' in answer) throw new Error(String(answer.refused));
  return answer as Exclude<Answer, { readonly refused: unknown }>;
}
