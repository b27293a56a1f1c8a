import { z } from 'zod';
import type { KeptTlsCounts } from '../../application/tls-report/tls-counts.js';
import type { TlsReportsPorts } from '../../application/tls-report/tls-reports.js';
import type { KeyStore } from '../../application/ports/vault.js';
import { createSealedFile } from '../system/sealed-file.js';

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

/** A file of the data folder, sealed: it shows which domains email goes to. */
export function createCountsFile(dataDir: string, keys: KeyStore): TlsReportsPorts['memory'] {
  return createSealedFile<KeptTlsCounts>({ dataDir, keys, name: 'tls-sessions' }, keptCounts);
}
