import { SendingHost } from '../application/insight/sending-host.js';
import type { Clock } from '../application/ports/clock.js';
import type { Dns } from '../application/ports/dns.js';
import type { RecordSettings } from '../application/sending-domain/records/published-domain.js';
import { isPublicAddress } from '../infrastructure/addresses/public-address.js';
import type { Config } from '../infrastructure/config/config.js';
import { createDns } from '../infrastructure/dns/dns.js';
import { recordSettingsOf } from '../infrastructure/dns/record-settings.js';

/** Who is asked about the records of domains, and what those are made from. */
export interface DomainDns {
  readonly dns: Dns;
  readonly recordSettings: RecordSettings;
}

export function openDomainDns(config: Pick<Config, 'dns' | 'domainRecords' | 'inboundPort' | 'regions'>): DomainDns {
  const { zoneServers, ...settings } = config.dns;
  const direct =
    zoneServers === null
      ? null
      : { port: zoneServers.port, isAllowed: zoneServers.allowPrivate ? () => true : isPublicAddress };
  return { dns: createDns({ ...settings, zoneServers: direct }), recordSettings: recordSettingsOf(config) };
}

/** Reverse names and block lists are asked of the configured servers: no zone of a domain has them. */
export function sendingHostOf(
  config: Pick<Config, 'dns' | 'deliveryMode' | 'heloName' | 'mx' | 'blockListZones'>,
  clock: Pick<Clock, 'monotonicMs'>,
): SendingHost {
  const resolver = createDns({ ...config.dns, zoneServers: null });
  return new SendingHost(
    { resolver, clock },
    {
      kind: config.deliveryMode.kind,
      helo: config.heloName,
      outboundAddresses: config.mx.outboundAddresses,
      blockListZones: config.blockListZones,
    },
  );
}
