import type { Dns } from '../../application/ports/dns.js';
import type { KeyStore } from '../../application/ports/vault.js';
import { isPublished } from '../../application/sending-domain/dkim/is-published.js';
import type { RotationPorts } from '../../application/sending-domain/dkim/advance-keys.js';
import type { LogPorts } from '../../application/shared/handle.js';
import type { Config } from '../../infrastructure/config/config.js';
import { generateDkimKey } from '../../infrastructure/dkim/generate-dkim-key.js';

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
