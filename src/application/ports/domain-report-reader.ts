import type { DomainReport } from '../../domain/domain-report/domain-report.js';

/** Reads DMARC aggregate reports and TLS reports. */
export interface DomainReportReader {
  /**
   * Never rejects.
   * @param message as it came, with CRLF
   * @param teamId whose domain it came for: each team has a share of the time
   * @returns undefined where it brings no report; `cut-off` where it took too long, or the share is used up
   */
  read(message: Buffer, teamId: string): Promise<DomainReport | 'cut-off' | undefined>;
}
