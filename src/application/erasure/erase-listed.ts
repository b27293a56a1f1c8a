import { erasure } from '../../domain/erasure/erasure.js';
import type { ErasureRequested } from '../../domain/erasure/events.js';
import { categoryOf, streamName } from '../../domain/shared/stream-name.js';
import type { Erasable, ErasurePorts } from '../shared/erasing.js';
import { nextTurn } from '../shared/delay.js';
import type { Ports } from '../shared/ports.js';
import { factPatience, handle, type LogPorts, type Provenance } from '../shared/handle.js';
import { resourceOf } from '../shared/resource.js';

/** Each resource says what of a person is in its events, and what follows once that is gone. */
export type ErasingPorts = ErasurePorts & Pick<Ports, 'resources'>;

/** Asks for the erasure and carries it out; answers its id. Cut off in between, the next start finishes it. */
export async function eraseListed(
  ports: ErasingPorts,
  person: string | null,
  { streams, kids, blobIds }: Erasable,
  provenance: Provenance,
): Promise<string> {
  const erasureId = ports.ids.next();
  const data: ErasureRequested['data'] = { scope: 'listed', person, streams, kids, blobIds };
  await requestErasure(ports, erasureId, data, provenance);
  await completeErasure(ports, erasureId, data, provenance);
  return erasureId;
}

/** Destroys, then says so. Repeatable at any point. */
export async function completeErasure(
  ports: ErasingPorts,
  erasureId: string,
  { streams, kids, blobIds }: Erasable,
  provenance: Provenance,
): Promise<void> {
  await ports.keys.destroy(kids, new Date(ports.clock.now()).toISOString());
  await ports.blobs.delete(blobIds);
  for (const stream of streams) {
    await resourceOf(ports.resources, categoryOf(stream))?.afterErasure?.(ports, stream, provenance);
    // Thousands of streams, each read in the turn in which it is asked for.
    await nextTurn();
  }
  const command = { type: 'CompleteErasure', completed: { streams, kids } } as const;
  await handle(ports, erasure, streamName('erasure', erasureId), command, provenance, { patience: factPatience });
}

export async function requestErasure(
  ports: LogPorts,
  erasureId: string,
  data: ErasureRequested['data'],
  provenance: Provenance,
): Promise<void> {
  const stream = streamName('erasure', erasureId);
  await handle(ports, erasure, stream, { type: 'RequestErasure', erasure: data }, provenance, {
    patience: factPatience,
  });
}
