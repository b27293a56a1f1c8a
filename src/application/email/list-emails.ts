import { query } from '../access/use-case.js';
import type { EmailDocument, LastEvent } from '../../projections/emails/emails.document.js';
import { emailsProjection } from '../../projections/emails/emails.projection.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { teamList } from '../shared/team-list.js';

/**
 * GET /emails, newest first; with `lastEvent` only the mails whose last event it is. Waits up to half a second for
 * the team's own last write.
 */
export interface ListEmails {
  readonly teamId: string;
  readonly page: PageRequest;
  readonly lastEvent?: LastEvent | undefined;
}
export type ListEmailsResult = Page<EmailDocument>;

export type ListEmailsPorts = Pick<Ports, 'readStore' | 'ownWrites'>;

export const ListEmails = query({ name: 'ListEmails', need: 'read-only', run: listEmails });

export function listEmails(ports: ListEmailsPorts, { teamId, page, lastEvent }: ListEmails): Promise<ListEmailsResult> {
  return teamList(ports, emailsProjection, { teamId, page, equals: { lastEvent } });
}
