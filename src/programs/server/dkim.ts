import type { Dns } from '../../application/ports/dns.js';
import type { KeyStore } from '../../application/ports/vault.js';
import type { RotationPorts } from '../../application/sending-domain/dkim/advance-keys.js';
import type { LogPorts } from '../../application/shared/handle.js';
import type { Config } from '../../infrastructure/config/config.js';
import { generateDkimKey } from '../../infrastructure/dkim/generate-dkim-key.js';
import type { DkimKey } from '../../domain/sending-domain/dkim-keys.js';
import { dkimValue } from '../../application/sending-domain/records/expected-records.js';
import { judgeDkim } from '../../application/sending-domain/records/judge-dkim.js';

/** What changes the DKIM keys of domains, in a server and from a terminal. */
export function rotationPorts<Keys extends RotationPorts['keys'] = KeyStore>(
  { dkim }: Pick<Config, 'dkim'>,
  dns: Dns,
  ports: LogPorts,
  keys: Keys,
) {
  return {
    ...ports,
    keys,
    makeDkimKey: generateDkimKey,
    dkimSelector: dkim.selector,
    settings: { graceMs: dkim.graceMs, rotateAfterMs: dkim.rotateAfterMs },
    isPublished: (domain, key) => isPublished(dns, domain, key),
  } satisfies RotationPorts;
}

/** Asks DNS now whether a receiver would find the key of a domain. No answer is a no. */
async function isPublished(
  dns: Dns,
  { name }: { readonly name: string },
  key: Pick<DkimKey, 'selector' | 'algorithm' | 'publicKey'>,
): Promise<boolean> {
  const answer = await dns.resolve(`${key.selector}._domainkey.${name}`, 'TXT');
  if (answer.kind !== 'found') return false;
  const texts = answer.values.map((strings) => strings.join(''));
  return judgeDkim({ value: dkimValue(key) }, texts).status === 'verified';
}
