import type { StreamName } from '../../domain/shared/stream-name.js';
import { foldReceived } from '../../projections/received/received.projection.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { VaultEntryPlace } from '../ports/vault-sweep.js';
import type { ErasurePorts, Found } from '../shared/erasing.js';
import type { OrphanPorts } from '../shared/orphans.js';

/**
 * A received email goes whole with anyone whom it is from or to: its text, which is kept as it came, names all of them.
 * @returns undefined when nothing of it is left.
 */
export async function eraseReceived(ports: ErasurePorts, stored: StoredEvent): Promise<Found | undefined> {
  const received = foldReceived(ports.codec.decode([stored]));
  if (received === undefined) return undefined;
  const { kid, blobId } = received.body;
  const states = await ports.keys.getMany([kid]);
  if (states.get(kid)?.state === 'destroyed') return undefined;
  return { whole: true, streams: [stored.stream], kids: [kid], blobIds: [blobId] };
}

/**
 * Entries of an email that never came into the log, or is retired. Their writer cannot come back: the slowest message
 * that is taken has ended long before entries are looked at.
 */
export async function receivedOrphans(
  ports: OrphanPorts,
  stream: StreamName,
  entries: readonly VaultEntryPlace[],
): Promise<readonly VaultEntryPlace[]> {
  return (await ports.store.readLast(stream)) === undefined ? entries : [];
}
