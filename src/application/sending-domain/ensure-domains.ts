import type { DomainCreated, DomainOrigin, Reserved } from '../../domain/sending-domain/events.js';
import { domainName } from '../../domain/sending-domain/domain-name.js';
import { sendingDomain } from '../../domain/sending-domain/sending-domain.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { handle, type Provenance } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import type { KeyMakingPorts } from './ensure-keys.js';
import { notReady, openDomain } from './domain-lifecycle.js';
import { domainNameStream } from './sending-domains.js';

export type EnsureDomainPorts = KeyMakingPorts &
  Pick<Ports, 'hash'> & {
    readonly firstTeamId: string;
    readonly region: string;
  };

/** Settings of a domain that the configuration only names. */
const defaultSettings = {
  returnPath: 'send',
  tls: 'opportunistic',
  openTracking: false,
  clickTracking: false,
  capabilities: { sending: true, receiving: false },
  trackingSubdomain: null,
} as const satisfies Omit<DomainCreated['data'], 'domainId' | 'name' | 'region' | 'origin'>;

/**
 * Makes sure that a domain of the configuration is there, verified, with its keys; a sandbox has none before its first
 * mail. Every step is repeatable, so a start that was cut off is finished by the next one.
 */
export async function ensureDomain(ports: EnsureDomainPorts, name: string, origin: DomainOrigin): Promise<void> {
  const { firstTeamId: teamId, region } = ports;
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
  const handled = await handle(ports, domainName, domainNameStream(ports.hash, name), command, provenance);
  const { holder } = handled.loaded.state;
  if (holder === undefined)
    throw new Error(`the domain ${name} could not be reserved: the event log cannot be written`);
  await openDomain(ports, holder, provenance);
  const vouched = await handle(ports, sendingDomain, holder.owner, { type: 'VouchForDomain' }, provenance);
  if ('refused' in vouched) throw notReady(name);
}
