import { acceptSmtpMessage, type AcceptSmtpPorts } from '../../application/submission/accept-smtp-message.js';
import type { RateLimiter } from '../../application/ports/rate-limiter.js';
import { delay } from '../../application/shared/delay.js';
import { RateLine } from '../../application/shared/rate-line.js';
import type { TeamOwners } from '../../application/shared/team-owners.js';
import type { Backend } from '../engines/backend.js';
import { systemClock } from '../../infrastructure/system/clock.js';
import { ids } from '../../infrastructure/system/ids.js';
import type { Config } from '../../infrastructure/config/config.js';
import { createAuthFailures } from '../../infrastructure/security/auth-failures.js';
import { sessionTimes } from '../../infrastructure/smtp-in/limits.js';
import type { ListenerName } from '../../infrastructure/smtp-in/listeners.js';
import { startSmtpIn } from '../../infrastructure/smtp-in/smtp-in.js';
import type { PortNotTaken } from '../../infrastructure/system/listening.js';
import type { NoteSecurityEvent } from '../../infrastructure/security/security-events.js';
import type { Logger } from '../../infrastructure/telemetry/logger.js';
import type { Metrics } from '../../infrastructure/telemetry/metrics.js';
import { certificateFor, type KeptCertificate, keepCertificate } from './certificate.js';
import type { Services } from './services/services.js';

/** SMTP submission of one process. */
export interface Smtp {
  /** Where each listener really is, by the name of its setting. */
  readonly ports: Readonly<Partial<Record<ListenerName, number>>>;
  /** One sentence for each port that another program listens on. */
  readonly missing: readonly string[];
  readonly selfSigned: boolean;
  /** Milliseconds since the epoch. */
  readonly certificate: Pick<KeptCertificate, 'own' | 'endsAtMs'>;
  connections(): number;
  stop(): Promise<void>;
}

export interface SmtpParts {
  readonly config: Config;
  readonly backend: Pick<Backend, 'rateLimiter'>;
  readonly services: AcceptSmtpPorts & Pick<Services, 'apiKeys' | 'requestLog' | 'teamOwners'>;
  readonly metrics: Pick<Metrics, 'smtpMessages' | 'smtpRefusals'>;
  readonly logger: Logger;
  readonly noteSecurityEvent: NoteSecurityEvent;
}

/** RFC 5321 §4.5.3.2.2 has clients wait five minutes for the answer to MAIL; some wait for one. */
const ratePatienceMs = 55_000;

/** MAIL waits for its token. Of the sessions that may be open, half may wait, a quarter for the limit of one owner. */
function rateLineOf(limiter: RateLimiter | null, owners: Pick<TeamOwners, 'of'>, maxConnections: number) {
  if (limiter === null) return null;
  const dependencies = {
    limiter,
    ownerOf: (teamId: string) => owners.of(teamId),
    nowMs: systemClock.monotonicMs,
    pause: delay,
  };
  return new RateLine(dependencies, {
    patienceMs: ratePatienceMs,
    maxWaiting: Math.ceil(maxConnections / 2),
    maxWaitingPerOwner: Math.ceil(maxConnections / 4),
  });
}

/** As many as somebody makes who sets up a program. */
const freeLoginFailures = 3;

/**
 * Listens for submitted mail. Throws `PortNotTaken` where a port that the operator chose is taken; of the unprivileged
 * defaults, those that are taken are left out. Throws `CertificateUnusable`.
 */
export async function startSmtp({
  config,
  backend,
  services,
  metrics,
  logger,
  noteSecurityEvent,
}: SmtpParts): Promise<Smtp> {
  const { listeners, certificateFiles, limits, userNames } = config.smtp;
  const missing: string[] = [];
  const certificate = await certificateFor(config);
  const smtp = await startSmtpIn({
    host: config.smtp.host,
    hostSetting: config.smtp.hostSetting,
    ports: Object.fromEntries(listeners.map(({ name, port }) => [name, port])),
    certificate,
    onTaken(error) {
      if (isChosen(config, error)) throw error;
      missing.push(error.message);
    },
    acceptMail: (sender, submission) => acceptSmtpMessage(services, sender, submission),
    login: {
      authenticator: services.apiKeys,
      userNames,
      failures: createAuthFailures(freeLoginFailures),
      noteSecurityEvent,
      nowMs: systemClock.monotonicMs,
    },
    rateLine: rateLineOf(backend.rateLimiter, services.teamOwners, limits.maxConnections),
    recorder: services.requestLog,
    counters: {
      refused: (reason) => metrics.smtpRefusals.inc({ reason }),
      message: (outcome) => metrics.smtpMessages.inc({ outcome }),
    },
    limits: { ...limits, ...sessionTimes },
    hostName: config.heloName,
    nextId: ids.next,
    onFailure: (error) =>
      logger.error({ reason: error instanceof Error ? error.message : String(error) }, 'a message could not be taken'),
  });
  const kept = keepCertificate(config, certificate, smtp.use, logger);
  return {
    ports: smtp.ports,
    missing,
    selfSigned: certificateFiles === null,
    connections: smtp.connections,
    certificate: kept,
    async stop() {
      kept.stop();
      await smtp.stop(config.shutdownGraceMs);
    },
  };
}

function isChosen({ smtp }: Config, { place }: PortNotTaken): boolean {
  return smtp.listeners.some(({ name, chosen }) => name === place.setting && chosen);
}
