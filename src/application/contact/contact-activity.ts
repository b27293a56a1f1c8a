import type { Activity, ContactActivity } from '../../domain/segment/activity.js';
import type { ContactDocument } from '../../projections/contacts/contacts.projection.js';
import { addressToken } from '../../projections/emails/email-tokens.js';
import type { EmailDocument } from '../../projections/emails/emails.document.js';
import { emailsProjection } from '../../projections/emails/emails.projection.js';
import { listPage } from '../shared/list-page.js';
import type { Ports } from '../shared/ports.js';
import { normalAddress } from '../shared/address-hash.js';

/** Emails of one contact that are looked at, newest first. */
const mostEmails = 100;
const emailsPerStep = 10;

/** What became of the newest emails to a contact, among those that are kept. One look-up by its address. */
export async function contactActivity(
  { readStore }: Pick<Ports, 'readStore'>,
  { teamId, email }: Pick<ContactDocument, 'teamId' | 'email'>,
  asked: ReadonlySet<Activity>,
): Promise<ContactActivity> {
  const address = normalAddress(email);
  const definition = {
    shape: emailsProjection,
    teamId,
    equals: { teamId },
    orderBy: 'id',
    prefixes: [addressToken(address)],
  };
  const found: Partial<Record<Activity, string>> = {};
  let after: string | undefined;
  for (let looked = 0; looked < mostEmails; looked += emailsPerStep) {
    const place = after === undefined ? {} : { after };
    const page = await listPage<EmailDocument>(readStore, definition, { limit: emailsPerStep, ...place });
    if ('refused' in page) return found;
    for (const { recipients, createdAt } of page.documents) {
      // Emails from the address, and to others that begin with it, have the token too.
      const own = recipients.filter((recipient) => normalAddress(recipient.address) === address);
      for (const activity of asked) {
        const isIt = own.some(({ status }) => activity === 'sent' || status === activity);
        if (isIt) found[activity] ??= createdAt;
      }
    }
    const isAll = [...asked].every((activity) => found[activity] !== undefined);
    if (isAll || !page.hasMore) return found;
    after = page.documents.at(-1)?.id;
  }
  return found;
}
