import { systemClock } from '../../infrastructure/system/clock.js';
import type { Config } from '../../infrastructure/config/config.js';
import { followCertificate, selfSignedIn } from '../../infrastructure/smtp-in/certificate.js';
import { readCertificate } from '../../infrastructure/smtp-in/certificate-files.js';
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

/** Reads it again when its files change, and on SIGHUP. Answers what ends that. */
export function keepCertificate(
  { smtp }: Config,
  current: KeyAndCertificate,
  use: (certificate: KeyAndCertificate) => void,
  logger: Logger,
): () => void {
  const { certificateFiles } = smtp;
  const stopping = new AbortController();
  if (certificateFiles !== null) {
    const reload = followCertificate(certificateFiles, {
      current,
      everyMs: certificateEveryMs,
      signal: stopping.signal,
      onChange(changed) {
        use(changed);
        logger.info('the certificate for SMTP was read again');
      },
      onFailure: ({ message }) =>
        logger.error({ reason: message }, 'the certificate for SMTP cannot be read again: the old one stays'),
    });
    const onHangup = (): void => void reload();
    process.on('SIGHUP', onHangup);
    stopping.signal.addEventListener('abort', () => process.off('SIGHUP', onHangup), { once: true });
  }
  return () => stopping.abort();
}
