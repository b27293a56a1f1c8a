import type { RecordSettings } from '../../application/sending-domain/records/published-domain.js';
import type { Config } from '../config/config.js';
import { registeredZoneOf } from './registered-zone.js';

/** What the records of every domain are made from. */
export function recordSettingsOf({
  domainRecords,
  regions,
}: Pick<Config, 'domainRecords' | 'regions'>): RecordSettings {
  return { ...domainRecords, regions, registeredZoneOf };
}
