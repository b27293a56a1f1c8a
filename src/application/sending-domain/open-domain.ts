import type { Reserved } from '../../domain/sending-domain/events.js';
import {
  sendingDomain,
  type SendingDomainCommand,
  type StandingDomain,
} from '../../domain/sending-domain/sending-domain.js';
import { EventLogUnavailable } from '../ports/event-store.js';
import type { SigningAlgorithm } from '../ports/mail-composer.js';
import type { KeyStore } from '../ports/vault.js';
import { handle, type LogPorts, type Occasion } from '../shared/handle.js';

/** A new key pair: PKCS#8 PEM, and what `p=` holds in DNS. */
export type DkimKeyMaker = (
  algorithm: SigningAlgorithm,
) => Promise<{ readonly privateKeyPem: string; readonly publicKey: string }>;

export interface OpenDomainDependencies {
  readonly ports: LogPorts;
  readonly keys: KeyStore;
  readonly makeDkimKey: DkimKeyMaker;
}

export const firstSelector = 'posthorn';

/**
 * Opens the domain that a name was reserved, or claimed, for, and gives it its keys; whatever is there already stays.
 * Undefined: it was deleted since. Throws where the log or the vault cannot be written; then it is to be called again.
 */
export async function openDomain(
  { ports, keys, makeDkimKey }: OpenDomainDependencies,
  { owner, opens }: Pick<Reserved['data'], 'owner' | 'opens'>,
  occasion: Occasion,
): Promise<StandingDomain | undefined> {
  const run = async (command: SendingDomainCommand) => {
    const handled = await handle(ports, sendingDomain, owner, command, occasion);
    if ('refused' in handled) throw notReady(opens.name);
    const { state } = handled.loaded;
    return state.status === 'standing' ? state : undefined;
  };
  const state = await run({ type: 'CreateDomain', domain: opens });
  if (state === undefined || state.dkimKeys.length > 0) return state;
  const secretName = `dkim/${opens.domainId}/${ports.ids.next()}`;
  const { privateKeyPem, publicKey } = await makeDkimKey('rsa-sha256');
  await keys.createSecret(secretName, Buffer.from(privateKeyPem));
  const key = { selector: firstSelector, algorithm: 'rsa-sha256', role: 'active', publicKey, secretName } as const;
  return run({ type: 'AddDkimKey', key });
}

/** What was reserved stands; the rest is done when it is tried again. */
export function notReady(name: string): EventLogUnavailable {
  return new EventLogUnavailable(`the domain ${name} is not ready: the event log cannot be written`);
}
