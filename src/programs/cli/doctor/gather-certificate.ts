import type { CertificateFacts } from '../../../application/doctor/facts.js';
import type { Config } from '../../../infrastructure/config/config.js';
import {
  certificateTimes,
  CertificateUnusable,
  readCertificate,
} from '../../../infrastructure/smtp-in/certificate-files.js';

/** The operator's certificate for SMTP. @returns null where the server signs its own, or takes no email over SMTP. */
export async function gatherCertificate({ smtp, roles }: Config): Promise<CertificateFacts | null> {
  if (smtp.certificateFiles === null || !roles.includes('smtp')) return null;
  try {
    return certificateTimes(await readCertificate(smtp.certificateFiles));
  } catch (error) {
    if (!(error instanceof CertificateUnusable)) throw error;
    return error.message;
  }
}
