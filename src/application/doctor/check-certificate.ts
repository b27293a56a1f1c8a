import type { CertificateFacts, Facts } from './facts.js';
import type { Finding } from './finding.js';
import { ageMs, dayMs, duration } from './units.js';

/** Programs that renew do it a month before the end. */
const endsSoonMs = 14 * dayMs;

/** What is wrong with the certificate for SMTP. @returns null where clients accept its times. */
function certificateTrouble(certificate: CertificateFacts, nowMs: number): Finding | null {
  if (typeof certificate === 'string') {
    const advice = 'A running server keeps the one it has; a start is refused until this is corrected.';
    return { severity: 'error', code: 'certificate-unusable', problem: certificate, advice };
  }
  const { validFrom, validTo } = certificate;
  const leftMs = -ageMs(nowMs, validTo);
  const renew = 'Renew it (docs/production.md): the server reads the files again, without a restart.';
  if (leftMs <= 0) {
    const expired = `The certificate for SMTP (SMTP_TLS_CERT) expired ${duration(-leftMs)} ago: clients that verify it do not connect.`;
    return { severity: 'error', code: 'certificate-expired', problem: expired, advice: renew };
  }
  if (Date.parse(validFrom) > nowMs) {
    const early = `The certificate for SMTP (SMTP_TLS_CERT) is valid from ${validFrom} only: clients that verify it do not connect.`;
    const advice = 'Check the clock of this machine; otherwise name the certificate that was in use before.';
    return { severity: 'error', code: 'certificate-not-yet-valid', problem: early, advice };
  }
  if (leftMs > endsSoonMs) return null;
  const soon = `The certificate for SMTP (SMTP_TLS_CERT) expires in ${duration(leftMs)}.`;
  return { severity: 'warning', code: 'certificate-ends-soon', problem: soon, advice: renew };
}

/** The operator's own certificate: one that the server signed itself is made again in time. */
export function checkCertificate({ nowMs, certificate }: Facts): readonly Finding[] {
  const trouble = certificate === null ? null : certificateTrouble(certificate, nowMs);
  return trouble === null ? [] : [trouble];
}
