import { domains as words } from '../../messages/domains';
import type { DnsRecord } from './documents';

/** What a record is for: of the two of a return path each its own. */
export function purposeOf({ record, type }: Pick<DnsRecord, 'record' | 'type'>): string {
  const purposes: Readonly<Record<string, string>> = words.purposes;
  return purposes[`${record} ${type}`] ?? purposes[record] ?? record;
}
