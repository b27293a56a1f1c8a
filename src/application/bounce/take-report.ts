import { judgeFailure } from '../../domain/email/reports/judge-report.js';
import { recipientsMeant, type MeantRecipient } from '../../domain/email/reports/recipients-meant.js';
import type { IncomingReport } from '../../domain/email/reports/report.js';
import type { ReportedFailure } from '../../domain/email/commands.js';
import { email } from '../../domain/email/email.js';
import type { EmailAccepted } from '../../domain/email/events.js';
import { plain } from '../../domain/shared/personal.js';
import type { ReportReader } from '../ports/report-reader.js';
import { handle, type LogPorts } from '../shared/handle.js';
import { addressesOf, openedEmail, provenanceOf, type OpenedEmail } from './opened-email.js';
import { isForComplaints, type ReturnPath, returnPathIn } from './return-path.js';
import { type ComplaintPorts, reportedPaths, signedPaths, takeComplaint } from './take-complaint.js';
import type { TakenReport } from './taken-report.js';

export interface ReportPorts extends ComplaintPorts {
  readonly reports: ReportReader;
}

/** What came: to which address, and whether from `<>`, as a report of delivery does (RFC 3464 §2). */
export interface Incoming {
  readonly address: string;
  readonly hasSender: boolean;
  /** Its beginning, {@link mostReportBytes} at most. */
  readonly message: Buffer;
}

/** Whether reports are taken at an address: the return path of an email that is here, or where complaints go. */
export async function takesReports(ports: LogPorts, address: string): Promise<boolean> {
  const path = returnPathIn(address);
  if (path === undefined) return isForComplaints(address);
  return (await openedEmail(ports, path)) !== undefined;
}

/**
 * Records what a report says of the email that it is about: bounces and complaints of recipients that the email was
 * sent to, once each. It answers when that is in the log, and rejects where the log cannot be written.
 */
export async function takeReport(ports: ReportPorts, incoming: Incoming): Promise<TakenReport> {
  const { address, hasSender, message } = incoming;
  const report = ports.reports.read(message);
  const path = returnPathIn(address);
  if (report.kind === 'complaint') {
    const reported = reportedPaths(ports, report);
    // The returned header may say which of the recipients it was.
    const ofEmail = path === undefined ? reported : reported.filter(({ emailId }) => emailId === path.emailId);
    return takeComplaint(ports, report, path === undefined ? ofEmail : [...ofEmail.filter(isOfOne), path]);
  }
  if (isForComplaints(address)) return takeReturned(ports, incoming);
  if (report.kind !== 'bounce' || hasSender) return 'no-report';
  const found = path === undefined ? undefined : await openedEmail(ports, path);
  return found === undefined ? 'noted' : takeBounce(ports, report, found);
}

function isOfOne({ recipient }: ReturnPath): boolean {
  return recipient !== null;
}

/** What Outlook.com sends: the email alone, without a report. A person may give back an email, too. */
async function takeReturned(ports: ReportPorts, { message }: Incoming): Promise<TakenReport> {
  const returned = ports.reports.returned(message);
  if (returned === undefined) return 'no-report';
  return takeComplaint(ports, { feedback: 'unwanted', ...returned }, signedPaths(ports, returned));
}

async function takeBounce(
  ports: ReportPorts,
  report: Extract<IncomingReport, { readonly kind: 'bounce' }>,
  found: OpenedEmail,
): Promise<TakenReport> {
  const { loaded, opening, only } = found;
  const { recipients } = opening.event.data;
  const failures = recipientsMeant(report.recipients, addressesOf(found), only)
    .filter(({ reported }) => reported.action === 'failed')
    .flatMap((one) => failureOf(one, recipients[one.recipient], report.reportingHost));
  if (failures.length === 0) return 'noted';
  const command = { type: 'RecordReport', reportId: ports.ids.next(), failures } as const;
  const options = { loaded, personal: true };
  const handled = await handle(ports, email, loaded.stream, command, provenanceOf(found), options);
  // Its server keeps it, and comes again.
  if ('refused' in handled && handled.refused === 'unavailable') throw new Error('the event log cannot be written');
  return 'events' in handled && handled.events.length > 0 ? 'recorded' : 'noted';
}

function failureOf(
  { recipient, reported, isAlias }: MeantRecipient,
  sentTo: EmailAccepted['data']['recipients'][number] | undefined,
  reportingHost: string | null,
): readonly ReportedFailure[] {
  if (sentTo === undefined) return [];
  const { reply, status, remoteHost } = reported;
  const { judgement: judged } = judgeFailure(reported);
  const judgement = isAlias ? ({ ...judged, suppress: 'never' } as const) : judged;
  const detail = plain(sentTo.mailbox.kid, { text: reply?.text ?? '', host: remoteHost ?? reportingHost ?? '' });
  const code = reply?.code ?? null;
  const enhancedCode = reply?.enhancedCode ?? status;
  const answered = { step: reply?.step ?? 'rcpt', code, enhancedCode, recipients: 1, detail } as const;
  return [{ recipient, reply: answered, judgement }];
}
