import { createHash } from 'node:crypto';
import type { RecordSettings } from '../../application/sending-domain/records/published-domain.js';
import type { Config } from '../config/config.js';
import { registeredZoneOf } from './registered-zone.js';

/** What the records of every domain are made from. */
export function recordSettingsOf({
  domainRecords,
  regions,
  inboundPort,
}: Pick<Config, 'domainRecords' | 'regions' | 'inboundPort'>): RecordSettings {
  const { ownPolicyMode, ...records } = domainRecords;
  const ownPolicy = ownPolicyMode === 'off' ? null : { mode: ownPolicyMode, idOf: policyIdOf };
  return { ...records, ownPolicy, takesReports: inboundPort !== null, regions, registeredZoneOf };
}

/** RFC 8461 §3.1: at most 32 letters and digits. */
const policyIdOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
