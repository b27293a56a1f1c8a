import type { Complaint, IncomingReport } from '../../domain/email/reports/report.js';

/** Reads what came to a return path. Nothing that is written there makes it throw. */
export interface ReportReader {
  /** @param message its beginning, at least {@link mostReportBytes} of it where it has so many */
  read(message: Buffer): IncomingReport;
  /** By what an email can be found that a message gives back without a report; undefined where it gives back none. */
  returned(message: Buffer): Omit<Complaint, 'feedback'> | undefined;
}

/** What a report says stands before the email that it gives back. */
export const mostReportBytes = 1_048_576;
