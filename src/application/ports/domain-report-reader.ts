import type { DomainReport } from '../../domain/domain-report/domain-report.js';

/** Reads DMARC aggregate reports and TLS reports. */
export interface DomainReportReader {
  /**
   * Takes turns of the event loop. Nothing that is written there makes it reject.
   * @param message as it came, with CRLF
   * @returns undefined where it brings no report
   */
  read(message: Buffer): Promise<DomainReport | undefined>;
}
