import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { StsPolicyMemory } from '../../application/ports/sts-policies.js';
import type { KeyStore } from '../../application/ports/vault.js';
import { pack, unpack } from '../crypto/aes-gcm.js';
import { randomBytes } from '../crypto/random.js';
import { secretOnce } from '../crypto/secret.js';
import { writeWhole } from '../system/write-whole.js';

const keptPolicies = z.array(
  z.object({
    domain: z.string(),
    id: z.string(),
    policy: z.object({
      mode: z.enum(['enforce', 'testing', 'none']),
      mx: z.array(z.string()),
      maxAgeSeconds: z.number(),
    }),
    fetchedAtMs: z.number(),
  }),
);

const name = 'mta-sts';
const keyBytes = 32;

/** A file of the data folder, sealed: it shows which domains email goes to. */
export function createPolicyFile(dataDir: string, keys: KeyStore): StsPolicyMemory {
  const path = join(dataDir, `${name}.sealed`);
  const key = () => secretOnce(keys, name, () => randomBytes(keyBytes));
  return {
    async read() {
      try {
        return keptPolicies.parse(JSON.parse(unpack(await key(), name, await readFile(path)).toString()));
      } catch {
        return [];
      }
    },
    async write(policies) {
      await writeWhole(path, pack(await key(), name, Buffer.from(JSON.stringify(policies))));
    },
  };
}
