import { type ReceivedDocument, receivedProjection } from '../../projections/received/received.projection.js';
import { normalAddress } from '../shared/address-hash.js';
import type { Ports } from '../shared/ports.js';
import { teamList } from '../shared/team-list.js';

/** An email that came in and names the person in its header, or was delivered for them. */
export interface ReceivedOfPerson {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly role: 'from' | 'to' | 'cc' | 'reply-to' | 'recipient';
  /** The mailbox of the person, as the sender wrote it. */
  readonly person: string;
  readonly subject: string;
}

const pageSize = 100;
/** In one file. */
const mostEmails = 10_000;

/** Found by the index of received emails, newest first. */
export async function receivedOfPerson(
  ports: Pick<Ports, 'readStore' | 'ownWrites'>,
  teamId: string,
  address: string,
): Promise<{ readonly received: readonly ReceivedOfPerson[]; readonly hasAll: boolean }> {
  const received: ReceivedOfPerson[] = [];
  let after: string | undefined;
  for (let hasMore = true; hasMore; ) {
    if (received.length >= mostEmails) return { received, hasAll: false };
    const asked = { limit: pageSize, ...(after === undefined ? {} : { after }) };
    const page = await teamList(ports, receivedProjection, { teamId, page: asked, search: address });
    if ('refused' in page) break;
    received.push(...page.documents.flatMap((document) => partOf(document, address)));
    after = page.walkedTo?.id ?? page.documents.at(-1)?.id;
    hasMore = after !== undefined && (page.hasMore || page.walkedTo !== undefined);
  }
  return { received, hasAll: true };
}

/** Empty when it only names somebody whose address begins alike. */
function partOf(document: ReceivedDocument, address: string): readonly ReceivedOfPerson[] {
  const wanted = normalAddress(address);
  const isOwn = (mailbox: string) => normalAddress(mailbox.replace(/^.*<(.*)>$/su, '$1')) === wanted;
  const { id, createdAt: at, subject, from, to, cc, replyTo, receivedFor } = document;
  const inRole = (role: ReceivedOfPerson['role'], mailboxes: readonly string[]) =>
    mailboxes.filter(isOwn).map((person) => ({ role, person }));
  const header = [...inRole('from', [from]), ...inRole('to', to), ...inRole('cc', cc), ...inRole('reply-to', replyTo)];
  const [own] = [...header, ...inRole('recipient', receivedFor)];
  return own === undefined ? [] : [{ id, at, subject, ...own }];
}
