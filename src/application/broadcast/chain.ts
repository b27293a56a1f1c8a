import type { Broadcast } from '../../domain/broadcast/broadcast.js';
import type { Excluding, BroadcastEvent } from '../../domain/broadcast/events.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { Loaded, LogPorts } from '../shared/handle.js';
import { loadBroadcast } from './broadcast-streams.js';

/** A broadcast of a chain that was sent. */
export interface EarlierBroadcast {
  readonly id: string;
  readonly state: Broadcast;
}

/** The first of the chain: it was sent to a whole segment, and names all that were drafted to be sent again. */
export async function firstOfChain(
  ports: LogPorts,
  { broadcastId }: Pick<Excluding, 'broadcastId'>,
): Promise<{ readonly id: string; readonly loaded: Loaded<Broadcast, BroadcastEvent> }> {
  for (let id = broadcastId; ; ) {
    const loaded = await loadBroadcast(ports, id);
    const { state } = loaded;
    if (state === null) throw new Error(`${loaded.stream} is missing`);
    if (state.excluding === undefined) return { id, loaded: { ...loaded, state } };
    id = state.excluding.broadcastId;
  }
}

/**
 * All of the chain that were sent before `until`, or until now where that is undefined. `own`: the one that asks. Two
 * that are sent at the same moment have an order in the log, so the later one always sees the earlier one.
 */
export async function sentEarlier(
  ports: LogPorts,
  own: { readonly id: string; readonly excluding: Excluding },
  until: Position | undefined,
): Promise<readonly EarlierBroadcast[]> {
  const first = await firstOfChain(ports, own.excluding);
  const ids = [first.id, ...(first.loaded.state.again ?? [])].filter((id) => id !== own.id);
  const all = await Promise.all(ids.map(async (id) => ({ id, loaded: await loadBroadcast(ports, id) })));
  return all.flatMap(({ id, loaded: { state, events } }) => {
    const queued = events.findLast(({ event }) => event.type === 'BroadcastQueued');
    if (state === null || state.sentAs === null || queued === undefined) return [];
    return until === undefined || queued.position < until ? [{ id, state }] : [];
  });
}

/** Who gets it is not known yet. */
export const isFreezing = ({ state: { status, audience } }: EarlierBroadcast): boolean =>
  status === 'queued' && audience === null;
