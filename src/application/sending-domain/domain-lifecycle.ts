import { domainName } from '../../domain/sending-domain/domain-name.js';
import type { Reserved } from '../../domain/sending-domain/events.js';
import { isOpen } from '../../domain/sending-domain/name-claim.js';
import { type ActiveDomain, sendingDomain } from '../../domain/sending-domain/sending-domain.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import { EventLogUnavailable } from '../ports/event-store.js';
import type { KeyStore } from '../ports/vault.js';
import { handle, load, type LogPorts, type Provenance } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { ensureDkimKeys, type KeyMakingPorts } from './ensure-keys.js';
import { domainNameStream } from './sending-domains.js';

/** So long a reservation without a domain is left to the request that made it. */
export const openingLastsMs = 15_000;

/**
 * Opens the domain that a name was reserved or claimed for, and gives it its keys; what exists already stays. Throws
 * when the log or the vault cannot be written; then it is to be called again.
 * @returns undefined when the domain was deleted since.
 */
export async function openDomain(
  ports: KeyMakingPorts,
  { owner, opens }: Pick<Reserved['data'], 'owner' | 'opens'>,
  provenance: Provenance,
): Promise<ActiveDomain | undefined> {
  const handled = await handle(ports, sendingDomain, owner, { type: 'CreateDomain', domain: opens }, provenance);
  if ('refused' in handled) throw notReady(opens.name);
  const { state } = handled.loaded;
  return state.status === 'active' ? ensureDkimKeys(ports, state, provenance) : undefined;
}

/** The reservation holds; the rest is done at the next try. */
export function notReady(name: string): EventLogUnavailable {
  return new EventLogUnavailable(`the domain ${name} is not ready: the event log cannot be written`);
}

export type FinishDeletionPorts = LogPorts &
  Pick<Ports, 'hash'> & {
    readonly keys: Pick<KeyStore, 'destroySecret'>;
  };

/**
 * What follows from `DomainDeleted`: its name is free, its claims end, its private keys are gone. What it signed stays
 * in the log. Repeatable. Throws where the log or the vault cannot be written.
 */
export async function finishDeletion(
  ports: FinishDeletionPorts,
  stream: StreamName,
  provenance: Provenance,
): Promise<void> {
  const { state } = await load(ports, sendingDomain, stream);
  if (state.status !== 'deleted') return;
  const names = domainNameStream(ports.hash, state.domain.name);
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
  for (const { secretName } of state.dkimKeys) await ports.keys.destroySecret(secretName);
}
