import { takeDomainReport } from '../../application/domain-report/take-domain-report.js';
import { type ReportPorts, takeReport } from '../../application/bounce/take-report.js';
import { inboundPlaceOf } from '../../application/received/inbound-place.js';
import { InboundRate } from '../../application/received/inbound-rate.js';
import { takeEmail } from '../../application/received/take-email.js';
import { Authentication } from '../../infrastructure/mail-authentication/authentication.js';
import { ReportThread } from '../../infrastructure/message-reader/domain-reports/report-thread.js';
import { registeredZoneOf } from '../../infrastructure/dns/registered-zone.js';
import { readReport, readReturned } from '../../infrastructure/message-reader/read-report.js';
import type { Config } from '../../infrastructure/config/config.js';
import { startInbound } from '../../infrastructure/smtp-in/inbound.js';
import { sessionTimes } from '../../infrastructure/smtp-in/limits.js';
import { ids } from '../../infrastructure/system/ids.js';
import type { Logger } from '../../infrastructure/telemetry/logger.js';
import type { Metrics } from '../../infrastructure/telemetry/metrics.js';
import { certificateFor, type KeptCertificate, keepCertificate } from './certificate.js';
import type { Services } from './services/services.js';

export interface InboundParts {
  readonly config: Config;
  readonly services: Pick<Services, 'ports' | 'domains' | 'cannotStore'>;
  readonly metrics: Pick<Metrics, 'inboundReports' | 'inboundEmails' | 'inboundRefusals'>;
  readonly logger: Logger;
}

/** Where email comes in to one process. */
export interface InboundListener {
  readonly port: number;
  readonly certificate: Pick<KeptCertificate, 'own'>;
  stop(): Promise<void>;
}

/**
 * Takes reports at the return paths, and email at the receiving domains. Null where no port is set. Throws
 * `PortNotTaken` and `CertificateUnusable`.
 */
export async function startInboundOf(parts: InboundParts): Promise<InboundListener | null> {
  const { config, services, metrics, logger } = parts;
  const { inboundPort, inboundLimits, smtp, heloName, shutdownGraceMs } = config;
  const { ports, domains, cannotStore } = services;
  if (inboundPort === null) return null;
  const certificate = await certificateFor(config);
  const reporting: ReportPorts = { ...ports, reports: { read: readReport, returned: readReturned } };
  const rate = new InboundRate(inboundLimits, ports.clock.now);
  const authentication = config.checksInbound ? authenticationOf(config, logger) : null;
  const domainReports = new ReportThread({
    onCutOff: (why) => logger.warn({ why }, 'a report about a domain was not read: its server will send it again'),
  });
  const { returnPathHost, inboundHost } = config.domainRecords;
  const mailHosts = config.regions.flatMap((region) =>
    [returnPathHost, inboundHost].map((host) => host.replaceAll('{region}', region)),
  );
  const taking = { ...ports, domainReports, cannotStore, authentication, registeredZoneOf, mailHosts };
  const inbound = await startInbound({
    host: smtp.host,
    hostSetting: smtp.hostSetting,
    port: inboundPort,
    certificate,
    placeOf: (address) => inboundPlaceOf({ ...ports, domains }, address),
    admits: (address, domainId) => rate.take(address, domainId),
    takeReport: (incoming) => takeReport(reporting, incoming),
    takeDomainReport: (incoming) => takeDomainReport(taking, incoming),
    takeEmail: (incoming) => takeEmail({ ...ports, hostName: heloName, cannotStore, authentication }, incoming),
    counters: {
      refused: (reason) => metrics.inboundRefusals.inc({ reason }),
      report: (outcome) => metrics.inboundReports.inc({ outcome }),
      email: (outcome) => metrics.inboundEmails.inc({ outcome }),
    },
    limits: { ...smtp.limits, ...sessionTimes },
    hostName: heloName,
    nextId: ids.next,
    onFailure: (error) =>
      logger.error(
        { reason: error instanceof Error ? error.message : String(error) },
        'a message could not be taken: its server will send it again',
      ),
  });
  const kept = keepCertificate(config, certificate, inbound.use, logger);
  return {
    port: inbound.port,
    certificate: kept,
    async stop() {
      kept.stop();
      await inbound.stop(shutdownGraceMs);
      await Promise.all([authentication?.close(), domainReports.close()]);
    },
  };
}

function authenticationOf({ dns }: Pick<Config, 'dns'>, logger: Logger): Authentication {
  const { servers, timeoutMs, tries } = dns;
  return new Authentication({
    dns: { servers, timeoutMs, tries },
    onCutOff: (why) => logger.warn({ why }, 'emails were received without SPF, DKIM, DMARC and ARC'),
  });
}
