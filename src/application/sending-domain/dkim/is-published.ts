import type { DkimKey } from '../../../domain/sending-domain/dkim-keys.js';
import type { Dns } from '../../ports/dns.js';
import { dkimValue } from '../records/expected-records.js';
import { judgeDkim } from '../records/judge-dkim.js';

/** Asks DNS now whether a receiver would find the key of a domain. No answer is a no. */
export async function isPublished(
  dns: Dns,
  { name }: { readonly name: string },
  key: Pick<DkimKey, 'selector' | 'algorithm' | 'publicKey'>,
): Promise<boolean> {
  const answer = await dns.resolve(`${key.selector}._domainkey.${name}`, 'TXT');
  if (answer.kind !== 'found') return false;
  const texts = answer.values.map((strings) => strings.join(''));
  return judgeDkim({ value: dkimValue(key) }, texts).status === 'verified';
}
