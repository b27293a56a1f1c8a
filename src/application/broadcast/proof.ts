import type { Broadcast } from '../../domain/broadcast/broadcast.js';
import { type AudienceState, withoutEmailBecause } from '../../domain/broadcast/audience.js';
import { email } from '../../domain/email/email.js';
import type { EmailEvent } from '../../domain/email/events.js';
import type { EmailState } from '../../domain/email/state.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { nextTurn } from '../shared/delay.js';
import { load, type Loaded, type LogPorts } from '../shared/handle.js';
import { loadAudience, loadBroadcast } from './broadcast-streams.js';
import { emailIdOf } from './open-members.js';

/**
 * What became of a member. `unknown`: the receiver may or may not have it, and it is not tried again. `retired`: its
 * email was removed with age, after its last word.
 */
export type Fate = 'sent' | 'skipped' | 'failed' | 'unknown' | 'waiting' | 'retired' | 'missing';

export interface MemberFate {
  readonly contactId: string;
  readonly chunk: number;
  readonly member: number;
  /** Null where none was made. */
  readonly emailId: string | null;
  readonly fate: Fate;
  /** Why it was skipped, or failed. */
  readonly reason: string | null;
  /** It was sent once more after an attempt without an answer: the person may have it twice. */
  readonly isMaybeTwice: boolean;
}

/** Every frozen member of a broadcast, each with one fate: `planned` is the sum of all others. */
export interface BroadcastProof {
  readonly id: string;
  readonly name: string;
  readonly status: Broadcast['status'];
  readonly planned: number;
  readonly sent: number;
  /** By reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly failed: number;
  readonly unknown: number;
  readonly waiting: number;
  readonly retired: number;
  readonly missing: number;
  /** Those of `sent` who may have it twice, each after an attempt that got no answer. */
  readonly maybeTwice: number;
  /** Those whom nothing accounts for, as many as were to be named. */
  readonly missingMembers: readonly Pick<MemberFate, 'contactId' | 'chunk' | 'member'>[];
}

/** What was read for it last in the log's order: a seal that covers it covers all. */
export type LastRead = Pick<Recorded, 'stream' | 'revision' | 'position' | 'id'>;

/**
 * Recomputed from the log, member by member; no read model is asked. `mostNamed`: of those who are missing.
 * @returns undefined where there is no such broadcast, or it was never sent.
 */
export async function proofOf(
  ports: LogPorts,
  broadcastId: string,
  mostNamed = Number.POSITIVE_INFINITY,
): Promise<{ readonly proof: BroadcastProof; readonly last: LastRead } | undefined> {
  const loaded = await loadBroadcast(ports, broadcastId);
  const { state } = loaded;
  if (state === null || state.sentAs === null) return undefined;
  const tally = { sent: 0, failed: 0, unknown: 0, waiting: 0, retired: 0, missing: 0 };
  const skipped: Record<string, number> = {};
  const missingMembers: MemberFate[] = [];
  let [found, maybeTwice] = [0, 0];
  let last: LastRead | undefined;
  const seen = (events: readonly Recorded[]): void => {
    const end = events.at(-1);
    if (end !== undefined && (last === undefined || end.position > last.position)) last = end;
  };
  seen(loaded.events);
  for await (const fate of fatesIn(ports, broadcastId, state, seen)) {
    found += 1;
    if (fate.fate === 'skipped') skipped[fate.reason ?? ''] = (skipped[fate.reason ?? ''] ?? 0) + 1;
    else tally[fate.fate] += 1;
    if (fate.isMaybeTwice) maybeTwice += 1;
    if (fate.fate === 'missing' && missingMembers.length < mostNamed) missingMembers.push(fate);
  }
  const planned = state.audience?.members ?? found;
  if (last === undefined) return undefined;
  const proof = {
    id: broadcastId,
    name: state.name,
    status: state.status,
    planned,
    ...tally,
    // Those of a chunk that is gone have no name here.
    missing: tally.missing + Math.max(0, planned - found),
    skipped,
    maybeTwice,
    missingMembers: missingMembers.map(({ contactId, chunk, member }) => ({ contactId, chunk, member })),
  };
  return { proof, last };
}

const readTogether = 50;

/** Every frozen member, in order. */
export async function* fatesIn(
  ports: LogPorts,
  broadcastId: string,
  state: Broadcast,
  seen: (events: readonly Recorded[]) => void = () => undefined,
): AsyncGenerator<MemberFate> {
  for (let chunk = 0; state.audience === null || chunk < state.audience.chunks; chunk += 1) {
    const loaded = await loadAudience(ports, broadcastId, chunk);
    seen(loaded.events);
    const [opening] = loaded.events;
    const { state: audience } = loaded;
    if (audience === null || opening === undefined) {
      if (state.audience === null) return;
      continue;
    }
    for (let from = 0; from < audience.frozen.members.length; from += readTogether) {
      const some = audience.frozen.members.slice(from, from + readTogether);
      yield* await Promise.all(
        some.map((_, index) => fateOf(ports, state, { audience, chunkId: opening.id, member: from + index }, seen)),
      );
      // An embedded log is read without waiting: requests have their turn in between.
      await nextTurn();
    }
  }
}

/** Where a member is. */
export interface MemberPlace {
  readonly audience: AudienceState;
  /** The id of the event that froze the chunk. */
  readonly chunkId: string;
  readonly member: number;
}

export async function fateOf(
  ports: LogPorts,
  state: Broadcast,
  { audience, chunkId, member }: MemberPlace,
  seen: (events: readonly Recorded[]) => void = () => undefined,
): Promise<MemberFate> {
  const { frozen } = audience;
  const { contactId, skipped } = frozen.members[member] ?? { contactId: '' };
  const none = { contactId, chunk: frozen.chunk, member, emailId: null, isMaybeTwice: false, reason: null };
  const without = (fate: Fate, reason: string | null = null): MemberFate => ({ ...none, fate, reason });
  if (skipped !== undefined) return without('skipped', skipped);
  const emailId = emailIdOf(ports, chunkId, member);
  const stream = streamName('email', emailId);
  const loaded = await load(ports, email, stream);
  seen(loaded.events);
  if (loaded.state.status === 'accepted') return { ...none, emailId, ...said(loaded, state.status) };
  const because = withoutEmailBecause(audience, member);
  if (because !== undefined && because !== 'left') return without('skipped', because);
  if ((await ports.store.removalOf(stream)) !== undefined) return { ...without('retired'), emailId };
  if (state.status === 'canceled') return without('skipped', 'canceled');
  return without(because === 'left' && state.status === 'queued' ? 'waiting' : 'missing');
}

/** The last word of an email with one recipient. */
function said(
  { state, events }: Loaded<EmailState, EmailEvent>,
  status: Broadcast['status'],
): Pick<MemberFate, 'fate' | 'reason' | 'isMaybeTwice'> {
  const [recipient] = state.status === 'accepted' ? state.recipients : [];
  const isMaybeTwice = recipient?.status === 'delivered' && recipient.unknowns > 0;
  const word = (fate: Fate, reason: string | null = null) => ({ fate, reason, isMaybeTwice });
  switch (recipient?.status) {
    case 'delivered':
      return word('sent');
    case 'bounced':
      return word('failed', 'bounced');
    case 'canceled':
      return word('skipped', 'canceled');
    case 'suppressed': {
      // A stream holds the events of its own category.
      const why = events.findLast(({ event }) => event.type === 'EmailSuppressed');
      return word('skipped', why?.event.type === 'EmailSuppressed' ? why.event.data.reason : 'suppressed');
    }
    case 'failed': {
      const { reason } = recipient;
      if (reason === 'outcome-unknown') return word('unknown');
      if (reason === 'erased') return word('skipped', reason);
      return reason === 'dropped' && status === 'canceled' ? word('skipped', 'canceled') : word('failed', reason);
    }
    default:
      return word('waiting');
  }
}
