import type { Summaries } from '../../domain/shared/event.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { EmailDocument, RecipientStatus } from '../../projections/emails/emails.document.js';
import { emailsProjection } from '../../projections/emails/emails.projection.js';
import { normalAddress } from '../shared/address-hash.js';
import { emailsMatching } from '../email/find-emails.js';
import { openEmail, type ReadEmailPorts } from '../email/read-email.js';
import { listPage } from '../shared/list-page.js';
import type { Ports } from '../shared/ports.js';

/** An email that the person got, or that went out in their name. */
export interface EmailOfPerson {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly role: 'to' | 'cc' | 'bcc' | 'from' | 'reply-to';
  readonly from: string;
  /** The mailbox of the person, as the sender wrote it. */
  readonly person: string;
  readonly subject: string;
  readonly topicId: string | null;
  /** Null where the person is no recipient. */
  readonly status: RecipientStatus | null;
  readonly events: readonly { readonly at: string; readonly type: string; readonly summary: string }[];
}

export type EmailsOfPersonPorts = ReadEmailPorts & Pick<Ports, 'readStore' | 'ownWrites'>;

const pageSize = 100;
/** In one file; each is read from its own stream. */
const mostEmails = 10_000;

/** Found by the index of emails, newest first; what happened is read from the log. */
export async function emailsOfPerson(
  ports: EmailsOfPersonPorts,
  teamId: string,
  address: string,
  summaries: Summaries,
): Promise<{ readonly emails: readonly EmailOfPerson[]; readonly hasAll: boolean }> {
  await ports.ownWrites.settled(teamId, emailsProjection.name);
  const definition = emailsMatching(teamId, { search: address });
  const emails: EmailOfPerson[] = [];
  let after: string | undefined;
  for (let hasMore = true; hasMore; ) {
    if (emails.length >= mostEmails) return { emails, hasAll: false };
    const asked = { limit: pageSize, ...(after === undefined ? {} : { after }) };
    const page = await listPage<EmailDocument>(ports.readStore, definition, asked);
    if ('refused' in page) break;
    for (const { id } of page.documents) {
      const found = await emailOf(ports, id, address, summaries);
      if (found !== undefined) emails.push(found);
    }
    after = page.walkedTo?.id ?? page.documents.at(-1)?.id;
    hasMore = after !== undefined && (page.hasMore || page.walkedTo !== undefined);
  }
  return { emails, hasAll: true };
}

/** @returns undefined when it only names somebody whose address begins alike. */
async function emailOf(
  ports: EmailsOfPersonPorts,
  id: string,
  address: string,
  summaries: Summaries,
): Promise<EmailOfPerson | undefined> {
  const opened = await openEmail(ports, id);
  if (opened === undefined) return undefined;
  const { document, events } = opened;
  const wanted = normalAddress(address);
  const isOwn = (mailbox: string) => normalAddress(mailbox.replace(/^.*<(.*)>$/su, '$1')) === wanted;
  const { to, cc, bcc, from, replyTo } = document;
  const written = { to, cc, bcc, from: [from], 'reply-to': replyTo } as const;
  const roles = Object.entries(written) as [EmailOfPerson['role'], readonly string[]][];
  const [own] = roles.flatMap(([role, mailboxes]) => mailboxes.filter(isOwn).map((person) => ({ role, person })));
  if (own === undefined) return undefined;
  const recipient = document.recipients.find((each) => isOwn(each.address));
  return {
    id,
    at: document.createdAt,
    ...own,
    from,
    subject: document.subject,
    topicId: document.topicId ?? null,
    status: recipient?.status ?? null,
    events: events
      .filter((recorded) => isAbout(recorded, recipient?.recipient))
      .map(({ event, metadata }) => ({ at: metadata.time, type: event.type, summary: summaries(event) })),
  };
}

/** What is about one recipient names it by its number. */
function isAbout({ event }: Recorded, number: number | undefined): boolean {
  return !('recipient' in event.data) || event.data.recipient === number;
}
