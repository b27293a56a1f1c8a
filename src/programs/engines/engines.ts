import type { VaultSweep } from '../../application/ports/vault-sweep.js';
import type { LogPorts } from '../../application/shared/handle.js';
import type { WhenProcessed } from '../../application/shared/own-writes.js';
import type { Ports } from '../../application/shared/ports.js';
import { createSerialiser } from '../../application/shared/serialise.js';
import { systemClock } from '../../infrastructure/system/clock.js';
import { ids } from '../../infrastructure/system/ids.js';

/** The ports behind which the engines work, whichever they are. */
export interface Engines
  extends Pick<Ports, 'store' | 'codec' | 'keys' | 'blobs' | 'sealer' | 'hash' | 'readStore' | 'captured'> {
  readonly sweep: VaultSweep;
  readonly whenProcessed: WhenProcessed;
}

/** What reads and writes the log need beside the engines. Within them, work on one stream is done in turn. */
export function logPorts({ store, codec, keys }: Pick<LogPorts, 'store' | 'codec' | 'keys'>): LogPorts {
  return { store, codec, keys, ids, clock: systemClock, serialise: createSerialiser() };
}
