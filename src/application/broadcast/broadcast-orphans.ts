import { rowOf } from '../../domain/shared/personal.js';
import { idOf, type StreamName } from '../../domain/shared/stream-name.js';
import type { VaultEntryPlace } from '../ports/vault-sweep.js';
import type { OrphanPorts } from '../shared/orphans.js';
import { loadBroadcast } from './broadcast-streams.js';
import { blobsOf, neededBlobs } from './broadcast-versions.js';

/**
 * Versions of a draft that cannot be restored any more, and those of a broadcast that was sent or deleted. What the log
 * does not name stays, for its writer may be slow; what was sent stays, for emails name it.
 */
export async function broadcastOrphans(
  ports: OrphanPorts,
  stream: StreamName,
  entries: readonly VaultEntryPlace[],
): Promise<readonly VaultEntryPlace[]> {
  const { state, events } = await loadBroadcast(ports, idOf(stream));
  if (state === null) return [];
  const needed = neededBlobs(state, events);
  const named = events.flatMap(({ event }) => {
    // A stream holds the events of its own category.
    const { type, data } = event;
    const isSaid = type === 'BroadcastDrafted' || type === 'BroadcastChanged' || type === 'BroadcastQueued';
    return isSaid ? blobsOf(data) : [];
  });
  const replaced = new Set(named.filter((blobId) => !needed.has(blobId)));
  if (needed.size === 0) replaced.add(rowOf(state.content.kid));
  return entries.filter(({ id }) => replaced.has(id));
}
