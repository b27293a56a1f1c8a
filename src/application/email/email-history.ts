import { query } from '../access/use-case.js';
import { categoryOf, streamName } from '../../domain/shared/stream-name.js';
import { emailTimeline, type TimelineEntry } from '../../projections/emails/email-timeline.js';
import type { EmailDocument } from '../../projections/emails/emails.document.js';
import { foldEmail } from '../../projections/emails/emails.projection.js';
import { type Audit, type AuditEntry, type AuditPorts, auditStream } from '../audit/audit-resource.js';
import { openTeamEmail, type ReadEmailPorts } from './read-email.js';

/** Everything that happened to a mail, oldest first. */
export interface GetEmailTimeline {
  readonly teamId: string;
  readonly emailId: string;
}
export type GetEmailTimelineResult = readonly TimelineEntry[] | undefined;

export const GetEmailTimeline = query({ name: 'GetEmailTimeline', need: 'read-only', run: getEmailTimeline });

export async function getEmailTimeline(
  ports: ReadEmailPorts,
  { teamId, emailId }: GetEmailTimeline,
): Promise<GetEmailTimelineResult> {
  const found = await openTeamEmail(ports, teamId, emailId);
  return found && emailTimeline(found.events);
}

/** Everything that happened to an email, who did it and why, and its state; up to `at` (ISO 8601, UTC), where given. */
export interface GetEmailHistory {
  readonly teamId: string;
  readonly emailId: string;
  readonly at?: string | undefined;
}
export type GetEmailHistoryResult = Audit<EmailDocument> | undefined;

export const GetEmailHistory = query({ name: 'GetEmailHistory', need: 'read-only', run: getEmailHistory });

export async function getEmailHistory(
  ports: AuditPorts,
  { teamId, emailId, at }: GetEmailHistory,
): Promise<GetEmailHistoryResult> {
  if ((await openTeamEmail(ports, teamId, emailId)) === undefined) return undefined;
  const audit = await auditStream(ports, streamName('email', emailId), foldEmail, at);
  return audit && { ...audit, entries: audit.entries.map(forItsTeam) };
}

/** An erasure may cover mails of other teams too; its summary here leaves them out. */
function forItsTeam(entry: AuditEntry): AuditEntry {
  if (categoryOf(entry.stream) !== 'erasure') return entry;
  return { ...entry, summary: entry.type === 'ErasureRequested' ? 'Erasure requested' : 'Erased permanently' };
}
