import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { every } from '../../application/shared/every.js';
import type { JudgedSession } from '../../application/tls-report/tls-counts.js';
import { TlsReports } from '../../application/tls-report/tls-reports.js';
import { domainOfAddress } from '../../domain/shared/mailbox.js';
import { createHostLookup } from '../../infrastructure/addresses/host-lookup.js';
import { isPublicAddress } from '../../infrastructure/addresses/public-address.js';
import type { Config } from '../../infrastructure/config/config.js';
import { createDns } from '../../infrastructure/dns/dns.js';
import type { Logger } from '../../infrastructure/telemetry/logger.js';
import { createCountsFile } from '../../infrastructure/tls-reports/counts-file.js';
import { createReportPost } from '../../infrastructure/tls-reports/post-report.js';
import type { Services } from './services/services.js';

const compressed = promisify(gzip);

const unsent = {
  sender: 'a TLS report waits: NOTICE_FROM is at no domain that may send. Verify its domain, or set TLS_REPORTS=0.',
  'not-taken': 'a TLS report was taken by none of the places that its domain names: it is dropped',
} as const;

export interface RunningTlsReports {
  /** Never rejects. */
  readonly note: (judged: JudgedSession) => void;
  /** What was counted is kept. */
  stop(): Promise<void>;
}

/** Null where email does not leave from this process, or no reports are sent. */
export async function startTlsReports(
  config: Config,
  services: Services,
  installationId: string,
  logger: Logger,
): Promise<RunningTlsReports | null> {
  const { tlsReports, notices, mx, dataDir } = config;
  if (tlsReports === null || !config.roles.includes('delivery')) return null;
  const guard = { resolve: createHostLookup(config.dns), isAllowed: mx.allowPrivate ? () => true : isPublicAddress };
  // The operator chose the sender, whichever team has its domain.
  const domains = { verified: (_team: string | null, name: string) => services.domains.verified(null, name) };
  const reports = await TlsReports.open(
    {
      ...services,
      senderRules: { ...services.senderRules, domains },
      dns: createDns({ ...config.dns, zoneServers: null }),
      memory: createCountsFile(dataDir, services.keys),
      gzip: (text) => compressed(text),
      post: createReportPost({ guard }),
      installationId,
      onUnsent: (why) => logger.warn(unsent[why]),
    },
    {
      submitter: { domain: domainOfAddress(notices.from), address: notices.from },
      spreadMs: tlsReports.spreadMs,
      isShown: guard.isAllowed,
    },
  );
  const stopping = new AbortController();
  const work = async (): Promise<void> => {
    await reports.act(stopping.signal);
    await reports.save();
  };
  const running = every(tlsReports.everyMs, stopping.signal, work, services.onFailure);
  return {
    note: (judged) => void reports.note(judged).catch(services.onFailure),
    async stop() {
      stopping.abort();
      await running;
      await reports.save().catch(services.onFailure);
    },
  };
}
