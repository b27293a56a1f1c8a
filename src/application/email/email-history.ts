import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { categoryOf, streamName } from '../../domain/shared/stream-name.js';
import { emailTimeline, type TimelineEntry } from '../../projections/emails/email-timeline.js';
import type { EmailDocument } from '../../projections/emails/emails.document.js';
import { foldEmail } from '../../projections/emails/emails.projection.js';
import { type Audit, type AuditEntry, type AuditPorts, auditStream } from '../audit/audit-resource.js';
import { openTeamEmail, type ReadEmailPorts } from './read-email.js';

/** Everything that happened to a mail, oldest first. */
export class GetEmailTimelineQuery extends Query<GetEmailTimelineResult> {
  constructor(
    readonly teamId: string,
    readonly emailId: string,
  ) {
    super();
  }
}
export type GetEmailTimelineResult = readonly TimelineEntry[] | undefined;

@QueryHandler(GetEmailTimelineQuery)
export class GetEmailTimelineHandler implements IQueryHandler<GetEmailTimelineQuery> {
  constructor(private readonly ports: ReadEmailPorts) {}

  execute(query: GetEmailTimelineQuery): Promise<GetEmailTimelineResult> {
    return getEmailTimeline(this.ports, query);
  }
}

export async function getEmailTimeline(
  ports: ReadEmailPorts,
  { teamId, emailId }: GetEmailTimelineQuery,
): Promise<GetEmailTimelineResult> {
  const found = await openTeamEmail(ports, teamId, emailId);
  return found && emailTimeline(found.events);
}

/** Everything that happened to a mail, who did it and why, and how it stood; up to `at` (ISO 8601, UTC), where given. */
export class GetEmailHistoryQuery extends Query<GetEmailHistoryResult> {
  constructor(
    readonly teamId: string,
    readonly emailId: string,
    readonly at?: string,
  ) {
    super();
  }
}
export type GetEmailHistoryResult = Audit<EmailDocument> | undefined;

@QueryHandler(GetEmailHistoryQuery)
export class GetEmailHistoryHandler implements IQueryHandler<GetEmailHistoryQuery> {
  constructor(private readonly ports: AuditPorts) {}

  execute(query: GetEmailHistoryQuery): Promise<GetEmailHistoryResult> {
    return getEmailHistory(this.ports, query);
  }
}

export async function getEmailHistory(
  ports: AuditPorts,
  { teamId, emailId, at }: GetEmailHistoryQuery,
): Promise<GetEmailHistoryResult> {
  if ((await openTeamEmail(ports, teamId, emailId)) === undefined) return undefined;
  const audit = await auditStream(ports, streamName('email', emailId), foldEmail, at);
  return audit && { ...audit, entries: audit.entries.map(forItsTeam) };
}

/** An erasure may cover mails of other teams too; its summary here leaves them out. */
function forItsTeam(entry: AuditEntry): AuditEntry {
  if (categoryOf(entry.stream) !== 'erasure') return entry;
  return { ...entry, summary: entry.type === 'ErasureRequested' ? 'Erasure requested' : 'Erased for good' };
}
