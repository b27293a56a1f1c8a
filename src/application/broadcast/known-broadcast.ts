import type { Broadcast } from '../../domain/broadcast/broadcast.js';
import type { BroadcastEvent } from '../../domain/broadcast/events.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { Loaded, LogPorts, Provenance } from '../shared/handle.js';
import { loadBroadcast } from './broadcast-streams.js';
import { broadcasterId } from './open-members.js';

/** One that was drafted, with what is stored of it. */
export type Known = Loaded<Broadcast, BroadcastEvent>;

/** As {@link loadBroadcast}; what was `read` before is not read again while nothing was said since. */
export async function loadOn(
  ports: LogPorts,
  id: string,
  read: Awaited<ReturnType<typeof loadBroadcast>> | undefined,
): ReturnType<typeof loadBroadcast> {
  const last = read?.events.at(-1);
  if (read === undefined || last === undefined) return loadBroadcast(ports, id);
  const [same, ...since] = await ports.store.readStream(read.stream, { from: last.revision, limit: 2 });
  return same?.id === last.id && since.length === 0 ? read : loadBroadcast(ports, id);
}

/** Whether a person has let it go on although its time was over. */
export const isResumedSince = ({ events }: Known, atMs: number): boolean =>
  events.some(({ event, metadata }) => event.type === 'BroadcastResumed' && Date.parse(metadata.time) >= atMs);

/** What sent it. */
export function queuedIn({ events, stream }: Known): Recorded {
  const queued = events.findLast(({ event }) => event.type === 'BroadcastQueued');
  if (queued === undefined) throw new Error(`${stream} was never sent`);
  return queued;
}

/** The occasion of what the broadcaster writes about it. */
export function provenanceOf({ state, events }: Known): Provenance {
  const last = events.findLast(({ event }) => event.type === 'BroadcastQueued') ?? events[0];
  const correlationId = last?.metadata.correlationId ?? '';
  return {
    context: { teamId: state.teamId, actor: { kind: 'system', id: broadcasterId }, correlationId },
    region: null,
  };
}
