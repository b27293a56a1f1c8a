import { broadcast, type Broadcast, type BroadcastState } from '../../domain/broadcast/broadcast.js';
import { audience, type AudienceState } from '../../domain/broadcast/audience.js';
import { type StreamName, streamName } from '../../domain/shared/stream-name.js';
import { load, type Loaded, type LogPorts } from '../shared/handle.js';

export const broadcastStream = (id: string): StreamName => streamName('broadcast', id);

/** A chunk of the audience of a broadcast; the first is 0. */
export const audienceStream = (broadcastId: string, chunk: number): StreamName =>
  streamName('audience', `${broadcastId}-${chunk}`);

export function loadBroadcast(ports: LogPorts, id: string): Promise<Loaded<BroadcastState>> {
  return load<BroadcastState, never>(ports, broadcast, broadcastStream(id));
}

export function loadAudience(
  ports: LogPorts,
  broadcastId: string,
  chunk: number,
): Promise<Loaded<AudienceState | null>> {
  return load<AudienceState | null, never>(ports, audience, audienceStream(broadcastId, chunk));
}

/** Undefined when the team has no such broadcast. */
export async function broadcastOfTeam(
  ports: LogPorts,
  teamId: string,
  id: string,
): Promise<Loaded<Broadcast> | undefined> {
  const loaded = await loadBroadcast(ports, id);
  const { state } = loaded;
  return state?.teamId !== teamId || state.isDeleted ? undefined : { ...loaded, state };
}
