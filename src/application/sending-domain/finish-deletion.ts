import { domainName } from '../../domain/sending-domain/domain-name.js';
import { isOpen } from '../../domain/sending-domain/name-claim.js';
import { sendingDomain } from '../../domain/sending-domain/sending-domain.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { KeyStore } from '../ports/vault.js';
import { handle, load, type LogPorts, type Provenance } from '../shared/handle.js';
import { domainNameStream } from './sending-domains.js';

export interface FinishDeletionDependencies {
  readonly ports: LogPorts;
  readonly hash: KeyedHash;
  readonly keys: Pick<KeyStore, 'destroySecret'>;
}

/**
 * What follows from `DomainDeleted`: its name is free, its claims end, its private keys are gone. What it signed stays in
 * the log. Repeatable. Throws where the log or the vault cannot be written.
 */
export async function finishDeletion(
  { ports, hash, keys }: FinishDeletionDependencies,
  stream: StreamName,
  provenance: Provenance,
): Promise<void> {
  const { state } = await load(ports, sendingDomain, stream);
  if (state.status !== 'deleted') return;
  const names = domainNameStream(hash, state.domain.name);
  const { claims } = (await load(ports, domainName, names)).state;
  const ownClaims = claims.filter((claim) => claim.owner === stream && isOpen(claim));
  const commands = [
    ...ownClaims.map(({ claimId }) => ({ type: 'CancelClaim', claimId }) as const),
    { type: 'ReleaseName', owner: stream } as const,
  ];
  for (const command of commands) {
    const handled = await handle(ports, domainName, names, command, provenance);
    if ('refused' in handled)
      throw new Error(`the name ${state.domain.name} could not be released: ${handled.refused}`);
  }
  for (const { secretName } of state.dkimKeys) await keys.destroySecret(secretName);
}
