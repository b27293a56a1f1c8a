import { judgeFailure } from '../../domain/email/reports/judge-report.js';
import { recipientsMeant, type MeantRecipient } from '../../domain/email/reports/recipients-meant.js';
import type { IncomingReport, ReportedRecipient } from '../../domain/email/reports/report.js';
import type { RecordReport, ReportedFailure, ReportedNote } from '../../domain/email/commands.js';
import { email } from '../../domain/email/email.js';
import type { EmailAccepted, RecordedReply } from '../../domain/email/events.js';
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

/** A message may come to a hundred return paths at once: it is taken apart for the first of them. */
const known = new WeakMap<Buffer, IncomingReport>();

/**
 * Records what a report says of the email that it is about: bounces and complaints of recipients that the email was
 * sent to, once each. It answers when that is in the log, and rejects where the log cannot be written.
 */
export async function takeReport(ports: ReportPorts, incoming: Incoming): Promise<TakenReport> {
  const { address, hasSender, message } = incoming;
  const report = known.get(message) ?? ports.reports.read(message);
  known.set(message, report);
  const path = returnPathIn(address);
  if (report.kind === 'complaint') {
    const reported = reportedPaths(ports, report);
    // The returned header may say which of the recipients it was.
    const ofEmail = path === undefined ? reported : reported.filter(({ emailId }) => emailId === path.emailId);
    return takeComplaint(ports, report, path === undefined ? ofEmail : [...ofEmail.filter(isOfOne), path]);
  }
  if (isForComplaints(address)) return takeReturned(ports, incoming);
  if (report.kind === 'other' || hasSender) return 'no-report';
  const found = path === undefined ? undefined : await openedEmail(ports, path);
  if (found === undefined) return 'noted';
  if (report.kind === 'bounce') return takeBounce(ports, report, found);
  const { only } = found;
  const notes = only === null ? [] : [{ recipient: only, what: report.kind, reply: null }];
  return record(ports, found, { failures: [], notes });
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
  const { recipients } = found.opening.event.data;
  const meant = recipientsMeant(report.recipients, addressesOf(found), found.only);
  const failures = meant.flatMap((one) => failureOf(one, recipients[one.recipient], report.reportingHost));
  const notes = meant.flatMap((one) => noteOf(one, recipients[one.recipient], report.reportingHost));
  return record(ports, found, { failures, notes });
}

async function record(
  ports: ReportPorts,
  found: OpenedEmail,
  said: Pick<RecordReport, 'failures' | 'notes'>,
): Promise<TakenReport> {
  if (said.failures.length + said.notes.length === 0) return 'noted';
  const { loaded } = found;
  const command = { type: 'RecordReport', reportId: ports.ids.next(), ...said } as const;
  const options = { loaded, personal: true };
  const handled = await handle(ports, email, loaded.stream, command, provenanceOf(found), options);
  // Its server keeps it, and comes again.
  if ('refused' in handled && handled.refused === 'unavailable') throw new Error('the event log cannot be written');
  const hasBounced = 'events' in handled && handled.events.some(({ type }) => type === 'EmailBounced');
  return hasBounced ? 'recorded' : 'noted';
}

type SentTo = EmailAccepted['data']['recipients'][number] | undefined;

function failureOf(
  { recipient, reported, isAlias }: MeantRecipient,
  sentTo: SentTo,
  reportingHost: string | null,
): readonly ReportedFailure[] {
  if (sentTo === undefined || reported.action !== 'failed') return [];
  const { judgement: judged } = judgeFailure(reported);
  const judgement = isAlias ? ({ ...judged, suppress: 'never' } as const) : judged;
  return [{ recipient, reply: replyOf(reported, sentTo, reportingHost), judgement }];
}

function noteOf(
  { recipient, reported }: MeantRecipient,
  sentTo: SentTo,
  reportingHost: string | null,
): readonly ReportedNote[] {
  const { action, reply } = reported;
  if (sentTo === undefined || action === 'failed') return [];
  return [{ recipient, what: action, reply: reply === null ? null : replyOf(reported, sentTo, reportingHost) }];
}

/** Under the key of the recipient: its text may name them. */
function replyOf(
  { reply, status, remoteHost }: ReportedRecipient,
  { mailbox }: NonNullable<SentTo>,
  reportingHost: string | null,
): RecordedReply {
  const detail = plain(mailbox.kid, { text: reply?.text ?? '', host: remoteHost ?? reportingHost ?? '' });
  const enhancedCode = reply?.enhancedCode ?? status;
  return { step: reply?.step ?? 'rcpt', code: reply?.code ?? null, enhancedCode, recipients: 1, detail };
}
