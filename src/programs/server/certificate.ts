import { systemClock } from '../../infrastructure/system/clock.js';
import type { Config } from '../../infrastructure/config/config.js';
import { followCertificate, selfSignedIn } from '../../infrastructure/smtp-in/certificate.js';
import { certificateTimes, readCertificate } from '../../infrastructure/smtp-in/certificate-files.js';
import type { KeyAndCertificate } from '../../infrastructure/smtp-in/self-signed.js';
import type { Logger } from '../../infrastructure/telemetry/logger.js';

const certificateEveryMs = 10_000;

/** The certificate for SMTP: that of the operator, else one of our own. Throws `CertificateUnusable`. */
export function certificateFor({ dataDir, heloName, smtp }: Config): Promise<KeyAndCertificate> {
  const { certificateFiles } = smtp;
  return certificateFiles === null
    ? selfSignedIn(dataDir, heloName, systemClock.now())
    : readCertificate(certificateFiles);
}

/** The operator's certificate as it is now. */
export interface OwnCertificate {
  /** Why its files cannot be read again; null: they can. */
  readonly problem: string | null;
  /** Milliseconds since the epoch. */
  readonly validFromMs: number;
  readonly endsAtMs: number;
}

export interface KeptCertificate {
  /** @returns null where the server signed its own. */
  own(): OwnCertificate | null;
  endsAtMs(): number;
  stop(): void;
}

/** Reads it again when its files change, and on SIGHUP. */
export function keepCertificate(
  { smtp }: Config,
  first: KeyAndCertificate,
  use: (certificate: KeyAndCertificate) => void,
  logger: Logger,
): KeptCertificate {
  const { certificateFiles } = smtp;
  const stopping = new AbortController();
  let times = certificateTimes(first);
  let problem: string | null = null;
  if (certificateFiles !== null) {
    const reload = followCertificate(certificateFiles, {
      current: first,
      everyMs: certificateEveryMs,
      signal: stopping.signal,
      onChange(changed) {
        use(changed);
        times = certificateTimes(changed);
        logger.info('the certificate for SMTP was read again');
      },
      onFailure: ({ message }) => {
        problem = message;
      },
      onReadable: () => {
        problem = null;
      },
    });
    const onHangup = (): void => void reload();
    process.on('SIGHUP', onHangup);
    stopping.signal.addEventListener('abort', () => process.off('SIGHUP', onHangup), { once: true });
  }
  const endsAtMs = (): number => Date.parse(times.validTo);
  return {
    own: () =>
      certificateFiles === null ? null : { problem, validFromMs: Date.parse(times.validFrom), endsAtMs: endsAtMs() },
    endsAtMs,
    stop: () => stopping.abort(),
  };
}
