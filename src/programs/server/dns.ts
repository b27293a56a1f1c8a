import type { Dns } from '../../application/ports/dns.js';
import type { RecordSettings } from '../../application/sending-domain/records/published-domain.js';
import { isPublicAddress } from '../../infrastructure/addresses/public-address.js';
import type { Config } from '../../infrastructure/config/config.js';
import { createDns } from '../../infrastructure/dns/dns.js';
import { recordSettingsOf } from '../../infrastructure/dns/record-settings.js';

/** Who is asked about the records of domains, and what those are made from. */
export interface DomainDns {
  readonly dns: Dns;
  readonly recordSettings: RecordSettings;
}

export function openDomainDns(config: Pick<Config, 'dns' | 'domainRecords' | 'regions'>): DomainDns {
  const { zoneServers, ...settings } = config.dns;
  const direct =
    zoneServers === null
      ? null
      : { port: zoneServers.port, isAllowed: zoneServers.allowPrivate ? () => true : isPublicAddress };
  return { dns: createDns({ ...settings, zoneServers: direct }), recordSettings: recordSettingsOf(config) };
}
