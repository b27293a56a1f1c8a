import type { DomainCreated, DomainOrigin, Reserved } from '../../domain/sending-domain/events.js';
import { domainName } from '../../domain/sending-domain/domain-name.js';
import { sendingDomain } from '../../domain/sending-domain/sending-domain.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { KeyedHash } from '../ports/hashing.js';
import { handle, type Provenance } from '../shared/handle.js';
import type { KeyMakingPorts } from './dkim/dkim-ports.js';
import { notReady, openDomain } from './open-domain.js';
import { domainNameStream } from './sending-domains.js';

export interface EnsureDomainsDependencies extends KeyMakingPorts {
  readonly hash: KeyedHash;
  readonly firstTeamId: string;
  readonly region: string;
}

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
 * The domains that the configuration names are there, verified, each with its keys; a sandbox without: it gets one with its
 * first mail. Every step is repeatable, so a start that was cut off is finished by the next one.
 */
export async function ensureDomain(
  dependencies: EnsureDomainsDependencies,
  name: string,
  origin: DomainOrigin,
): Promise<void> {
  const { ports, hash, firstTeamId: teamId, region } = dependencies;
  const provenance: Provenance = {
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
  const handled = await handle(ports, domainName, domainNameStream(hash, name), command, provenance);
  const { holder } = handled.loaded.state;
  if (holder === undefined)
    throw new Error(`the domain ${name} could not be reserved: the event log cannot be written`);
  await openDomain(dependencies, holder, provenance);
  const vouched = await handle(ports, sendingDomain, holder.owner, { type: 'VouchForDomain' }, provenance);
  if ('refused' in vouched) throw notReady(name);
}
