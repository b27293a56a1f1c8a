import { command } from '../access/use-case.js';
import type { QueueTarget } from '../../domain/queue/events.js';
import { queue, type QueueCommand } from '../../domain/queue/queue.js';
import { queueStream } from '../../domain/shared/stream-name.js';
import type { KeyedHash } from '../ports/hashing.js';
import { destinationOf } from '../shared/address-hash.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import { handle, type LogPorts } from '../shared/handle.js';

/** A recipient domain in clear, or what the log names. */
export type Receiver = { readonly domain: string } | QueueTarget;

export type ChangeQueuePorts = LogPorts & {
  readonly hash: KeyedHash;
  /** A receiver takes the mail of every team, so only the first team may hold it back. */
  readonly firstTeamId: string;
};

/**
 * POST /dashboard-api/queue/pause: nothing is sent there until then (ISO 8601; null: until it is resumed), of no team.
 */
export interface PauseReceiver {
  readonly context: RequestContext;
  readonly receiver: Receiver;
  readonly reason: string;
  readonly until: string | null;
}

/** POST /dashboard-api/queue/resume */
export interface ResumeReceiver {
  readonly context: RequestContext;
  readonly receiver: Receiver;
  readonly reason: string | null;
}

type ChangeQueueResult =
  | { readonly changed: boolean }
  | { readonly refused: 'not-first-team' | 'not-paused' }
  | Unavailable;

export const PauseReceiver = command({
  name: 'PauseReceiver',
  need: 'person admin',
  proof: 'none',
  run: (ports: ChangeQueuePorts, { context, receiver, reason, until }: PauseReceiver): Promise<ChangeQueueResult> => {
    const target = targetOf(ports, receiver);
    return changeQueue(ports, context, { type: 'PauseQueue', target, reason, until });
  },
});

export const ResumeReceiver = command({
  name: 'ResumeReceiver',
  need: 'person admin',
  proof: 'none',
  run: (ports: ChangeQueuePorts, { context, receiver, reason }: ResumeReceiver): Promise<ChangeQueueResult> => {
    const target = targetOf(ports, receiver);
    return changeQueue(ports, context, { type: 'ResumeQueue', target, reason, nowMs: ports.clock.now() });
  },
});

async function changeQueue(
  ports: ChangeQueuePorts,
  context: RequestContext,
  command: QueueCommand,
): Promise<ChangeQueueResult> {
  if (context.teamId !== ports.firstTeamId) return { refused: 'not-first-team' };
  // About every team's mail, and so of none.
  const provenance = { context: { ...context, teamId: null }, region: null };
  const handled = await handle(ports, queue, queueStream, command, provenance);
  if ('events' in handled) return { changed: handled.events.length > 0 };
  return handled.refused === 'not-paused' ? { refused: handled.refused } : unavailable;
}

/** The log names domains of recipients by their keyed hashes. */
export function targetOf({ hash }: Pick<ChangeQueuePorts, 'hash'>, receiver: Receiver): QueueTarget {
  if (!('domain' in receiver)) return receiver;
  return { kind: 'destination', name: destinationOf(hash, `postmaster@${receiver.domain}`) };
}
