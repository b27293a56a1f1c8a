import { type ReportPorts, takeReport, takesReports } from '../../application/bounce/take-report.js';
import type { ComplaintPorts } from '../../application/bounce/take-complaint.js';
import { readReport, readReturned } from '../../infrastructure/message-reader/read-report.js';
import type { Config } from '../../infrastructure/config/config.js';
import { startInbound } from '../../infrastructure/smtp-in/inbound.js';
import { sessionTimes } from '../../infrastructure/smtp-in/limits.js';
import { ids } from '../../infrastructure/system/ids.js';
import type { Logger } from '../../infrastructure/telemetry/logger.js';
import type { Metrics } from '../../infrastructure/telemetry/metrics.js';
import { certificateFor, keepCertificate } from './certificate.js';

export interface InboundParts {
  readonly config: Config;
  readonly ports: ComplaintPorts;
  readonly metrics: Pick<Metrics, 'inboundReports' | 'inboundRefusals'>;
  readonly logger: Logger;
}

/** Where bounces are taken in one process. */
export interface Bounces {
  readonly port: number;
  stop(): Promise<void>;
}

/** Takes bounces at the return paths. Null where no port is set. Throws `PortNotTaken` and `CertificateUnusable`. */
export async function startInboundOf({ config, ports, metrics, logger }: InboundParts): Promise<Bounces | null> {
  const { inboundPort, smtp, heloName, shutdownGraceMs } = config;
  if (inboundPort === null) return null;
  const certificate = await certificateFor(config);
  const reporting: ReportPorts = { ...ports, reports: { read: readReport, returned: readReturned } };
  const inbound = await startInbound({
    host: smtp.host,
    hostSetting: smtp.hostSetting,
    port: inboundPort,
    certificate,
    takesReports: (address) => takesReports(ports, address),
    takeReport: (incoming) => takeReport(reporting, incoming),
    counters: {
      refused: (reason) => metrics.inboundRefusals.inc({ reason }),
      report: (outcome) => metrics.inboundReports.inc({ outcome }),
    },
    limits: { ...smtp.limits, ...sessionTimes },
    hostName: heloName,
    nextId: ids.next,
    onFailure: (error) =>
      logger.error({ reason: error instanceof Error ? error.message : String(error) }, 'a report could not be taken'),
  });
  const endCertificate = keepCertificate(config, certificate, inbound.use, logger);
  return {
    port: inbound.port,
    async stop() {
      endCertificate();
      await inbound.stop(shutdownGraceMs);
    },
  };
}
