import { judgeFailure } from '../../domain/email/reports/judge-report.js';
import { recipientsMeant, type MeantRecipient } from '../../domain/email/reports/recipients-meant.js';
import type { ReportedFailure } from '../../domain/email/commands.js';
import { email } from '../../domain/email/email.js';
import type { EmailAccepted } from '../../domain/email/events.js';
import { plain, reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { ReportReader } from '../ports/report-reader.js';
import { handle, load, type LogPorts } from '../shared/handle.js';
import { returnPathIn } from './return-path.js';

export interface ReportPorts extends LogPorts {
  readonly reports: ReportReader;
}

/**
 * What became of an email at a return path.
 *
 * - `recorded`: recipients bounced, which is in the log.
 * - `noted`: a report that changes nothing: of a delay, a delivery, or what was known.
 * - `no-report`: no program reports of a delivery with it. It is kept nowhere.
 */
export type TakenReport = 'recorded' | 'noted' | 'no-report';

/** Whether an address is the return path of an email that is here. */
export async function isReturnPath(ports: LogPorts, address: string): Promise<boolean> {
  return (await opened(ports, address)) !== undefined;
}

/**
 * Records what a report says of the recipients of the email whose return path it came to: bounces of recipients that
 * the email was sent to, once each. It answers when that is in the log, and rejects where the log cannot be written.
 *
 * @param message its beginning, {@link mostReportBytes} at most
 */
export async function takeReport(ports: ReportPorts, returnPath: string, message: Buffer): Promise<TakenReport> {
  const report = ports.reports.read(message);
  if (report.kind !== 'bounce') return 'no-report';
  const found = await opened(ports, returnPath);
  if (found === undefined) return 'noted';
  const { loaded, opening, only } = found;
  const { recipients } = opening.event.data;
  const addresses = recipients.map(({ mailbox }) => reveal(mailbox)?.address.toLowerCase() ?? null);
  const meant = recipientsMeant(report.recipients, addresses, only);
  const failures = meant
    .filter(({ reported }) => reported.action === 'failed')
    .flatMap((one) => failureOf(one, recipients[one.recipient], report.reportingHost));
  if (failures.length === 0) return 'noted';
  const { teamId, region, correlationId } = opening.metadata;
  const actor = { kind: 'system', id: 'bounces' } as const;
  const command = { type: 'RecordReport', reportId: ports.ids.next(), failures } as const;
  const options = { loaded, personal: true };
  const provenance = { context: { teamId, actor, correlationId }, region };
  const handled = await handle(ports, email, loaded.stream, command, provenance, options);
  // Its server keeps it, and comes again.
  if ('refused' in handled && handled.refused === 'unavailable') throw new Error('the event log cannot be written');
  return 'events' in handled && handled.events.length > 0 ? 'recorded' : 'noted';
}

async function opened(ports: LogPorts, address: string) {
  const path = returnPathIn(address);
  if (path === undefined) return undefined;
  const loaded = await load(ports, email, streamName('email', path.emailId), true);
  const [first] = loaded.events;
  if (first?.event.type !== 'EmailAccepted') return undefined;
  const opening = first as Recorded<EmailAccepted>;
  const { length } = opening.event.data.recipients;
  const only = path.recipient ?? (length === 1 ? 0 : null);
  return only === null || only < length ? { loaded, opening, only } : undefined;
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
