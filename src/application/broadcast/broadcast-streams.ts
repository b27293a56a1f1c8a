import type { BroadcastEvent } from '../../domain/broadcast/events.js';
import { broadcast, type Broadcast, type BroadcastState } from '../../domain/broadcast/broadcast.js';
import { audience, type AudienceState, type AudienceEvent } from '../../domain/broadcast/audience.js';
import { type StreamName, streamName } from '../../domain/shared/stream-name.js';
import { load, type Loaded, type LogPorts } from '../shared/handle.js';

export const broadcastStream = (id: string): StreamName => streamName('broadcast', id);

/** A chunk of the audience of a broadcast; the first is 0. */
export const audienceStream = (broadcastId: string, chunk: number): StreamName =>
  streamName('audience', `${broadcastId}-${chunk}`);

export function loadBroadcast(ports: LogPorts, id: string): Promise<Loaded<BroadcastState, BroadcastEvent>> {
  return load(ports, broadcast, broadcastStream(id));
}

export function loadAudience(
  ports: LogPorts,
  broadcastId: string,
  chunk: number,
): Promise<Loaded<AudienceState | null, AudienceEvent>> {
  return load(ports, audience, audienceStream(broadcastId, chunk));
}

/** Undefined when the team has no such broadcast. */
export async function broadcastOfTeam(
  ports: LogPorts,
  teamId: string,
  id: string,
): Promise<Loaded<Broadcast, BroadcastEvent> | undefined> {
  const loaded = await loadBroadcast(ports, id);
  const { state } = loaded;
  return state?.teamId !== teamId || state.isDeleted ? undefined : { ...loaded, state };
}
