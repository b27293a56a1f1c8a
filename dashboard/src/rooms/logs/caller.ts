import { logs as words } from '../../messages/logs';
import type { LogRow } from './documents';

/** Who asked, by name. */
export function nameOfCaller({ api_key: key, endpoint }: Pick<LogRow, 'api_key' | 'endpoint'>): string {
  if (key !== null) return key.name ?? words.deletedKey;
  return endpoint.startsWith('/share/') ? words.shared : words.person;
}
