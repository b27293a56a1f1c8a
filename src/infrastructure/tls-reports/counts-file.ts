import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { TlsReportsPorts } from '../../application/tls-report/tls-reports.js';
import type { KeyStore } from '../../application/ports/vault.js';
import { pack, unpack } from '../crypto/aes-gcm.js';
import { randomBytes } from '../crypto/random.js';
import { secretOnce } from '../crypto/secret.js';
import { writeWhole } from '../system/write-whole.js';

const failedSessions = z.object({
  result: z.string(),
  host: z.string().optional(),
  address: z.string().optional(),
  localAddress: z.string().optional(),
  reason: z.string().optional(),
  sessions: z.number(),
});

const keptCounts = z.object({
  id: z.string(),
  domains: z.array(
    z.object({
      day: z.string(),
      domain: z.string(),
      policies: z.array(
        z.object({
          type: z.enum(['sts', 'tlsa', 'no-policy-found']),
          domain: z.string(),
          strings: z.array(z.string()),
          mx: z.array(z.string()),
          succeeded: z.number(),
          failed: z.number(),
          failures: z.array(failedSessions),
        }),
      ),
      left: z.array(z.string()).optional(),
    }),
  ),
});

const name = 'tls-sessions';
const keyBytes = 32;

/** A file of the data folder, sealed: it shows which domains email goes to. */
export function createCountsFile(dataDir: string, keys: KeyStore): TlsReportsPorts['memory'] {
  const path = join(dataDir, `${name}.sealed`);
  const key = () => secretOnce(keys, name, () => randomBytes(keyBytes));
  return {
    async read() {
      try {
        return keptCounts.parse(JSON.parse(unpack(await key(), name, await readFile(path)).toString()));
      } catch {
        return undefined;
      }
    },
    async write(kept) {
      await writeWhole(path, pack(await key(), name, Buffer.from(JSON.stringify(kept))));
    },
  };
}
