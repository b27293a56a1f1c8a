import { suggestedDmarc } from '../../../application/sending-domain/records/check-dmarc.js';
import {
  expectedRecords,
  formerTrackingRecords,
} from '../../../application/sending-domain/records/expected-records.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { recordSettingsOf } from '../../../infrastructure/dns/record-settings.js';
import type { Outcome } from '../outcome.js';
import { readPublishedDomain } from './domain-of.js';
import { zoneFile } from './zone-file.js';

/** `dns zone <domain>`: asks no name server. */
export async function printZone(config: Config, name: string): Promise<Outcome> {
  const domain = await readPublishedDomain(config, name);
  const settings = recordSettingsOf(config);
  const records = [...expectedRecords(domain, settings), ...formerTrackingRecords(domain, settings)];
  const zone = settings.registeredZoneOf(domain.name);
  const result = { domain: domain.name, region: domain.region, zone, records, dmarc: suggestedDmarc(domain.name) };
  return { result, text: zoneFile(domain, records, zone) };
}
