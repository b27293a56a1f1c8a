import type { BodySealer } from '../ports/body-sealer.js';
import type { BlobStore, KeyStore } from '../ports/vault.js';
import type { LogPorts, Provenance } from './handle.js';

/** What is asked for what a cut-off write has left in the vault. */
export type OrphanPorts = LogPorts & {
  readonly keys: Pick<KeyStore, 'getMany'>;
  readonly blobs: Pick<BlobStore, 'get'>;
  readonly sealer: BodySealer;
};

/** Nothing was decided, and nothing was removed: the sweep comes back to these entries. */
export class SweepHeld extends Error {
  readonly code = 'sweep-held';
}

/** As whom the sweep writes. */
export function sweepProvenance(ports: Pick<LogPorts, 'ids'>): Provenance {
  const actor = { kind: 'system', id: 'orphan-sweep' } as const;
  return { context: { teamId: null, actor, correlationId: ports.ids.next() }, region: null };
}
