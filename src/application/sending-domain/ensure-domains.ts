import type { DomainCreated, DomainOrigin, Reserved } from '../../domain/sending-domain/events.js';
import { domainName } from '../../domain/sending-domain/domain-name.js';
import { sendingDomain, type SendingDomainCommand } from '../../domain/sending-domain/sending-domain.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { SigningAlgorithm } from '../ports/mail-composer.js';
import type { KeyStore } from '../ports/vault.js';
import { handle, type LogPorts, type Occasion } from '../shared/handle.js';
import { domainNameStream } from './sending-domains.js';

/** A new key pair: PKCS#8 PEM, and what `p=` holds in DNS. */
export type DkimKeyMaker = (
  algorithm: SigningAlgorithm,
) => Promise<{ readonly privateKeyPem: string; readonly publicKey: string }>;

export interface EnsureDomainsDependencies {
  readonly ports: LogPorts;
  readonly hash: KeyedHash;
  readonly keys: KeyStore;
  readonly makeDkimKey: DkimKeyMaker;
  readonly firstTeamId: string;
  readonly region: string;
}

export const firstSelector = 'posthorn';

/** Of a domain whose team says nothing else. */
export const defaultSettings = {
  returnPath: 'send',
  tls: 'opportunistic',
  openTracking: false,
  clickTracking: false,
  capabilities: { sending: true, receiving: false },
  trackingSubdomain: null,
} as const satisfies Omit<DomainCreated['data'], 'domainId' | 'name' | 'region' | 'origin'>;

/**
 * The domains that the configuration names are there, verified, each with a signing key. Every step is repeatable, so
 * a start that was cut off is finished by the next one.
 */
export async function ensureDomain(
  dependencies: EnsureDomainsDependencies,
  name: string,
  origin: DomainOrigin,
): Promise<void> {
  const { ports, hash, firstTeamId: teamId, region } = dependencies;
  const occasion: Occasion = {
    context: { teamId, actor: { kind: 'system', id: 'start' }, correlationId: ports.ids.next() },
    region,
  };
  const domainId = ports.ids.next();
  const wanted: Reserved['data'] = {
    owner: streamName('domain', domainId),
    teamId,
    opens: { domainId, name, region, origin, ...defaultSettings },
  };
  const command = { type: 'ReserveName', reservation: wanted } as const;
  const handled = await handle(ports, domainName, domainNameStream(hash, name), command, occasion);
  const { holder } = handled.loaded.state;
  if (holder === undefined)
    throw new Error(`the domain ${name} could not be reserved: the event log cannot be written`);
  await ensureOpened(dependencies, holder, occasion);
}

async function ensureOpened(
  { ports, keys, makeDkimKey }: EnsureDomainsDependencies,
  holder: Reserved['data'],
  occasion: Occasion,
): Promise<void> {
  const run = async (command: SendingDomainCommand) => {
    const handled = await handle(ports, sendingDomain, holder.owner, command, occasion);
    if ('refused' in handled)
      throw new Error(`the domain ${holder.opens.name} is not ready: the event log cannot be written`);
    return handled.loaded.state;
  };
  const state = await run({ type: 'CreateDomain', domain: holder.opens });
  if (state.status === 'standing' && state.dkimKeys.length === 0) {
    const secretName = `dkim/${holder.opens.domainId}/${ports.ids.next()}`;
    const { privateKeyPem, publicKey } = await makeDkimKey('rsa-sha256');
    await keys.createSecret(secretName, Buffer.from(privateKeyPem));
    const key = { selector: firstSelector, algorithm: 'rsa-sha256', role: 'active', publicKey, secretName } as const;
    await run({ type: 'AddDkimKey', key });
  }
  await run({ type: 'VouchForDomain' });
}
