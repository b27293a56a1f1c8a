import {
  type Activity,
  type ClickedLink,
  type ContactActivity,
  type Hit,
  isHit,
  type Outcome,
} from '../../domain/segment/activity.js';
import { clickedLink } from '../../domain/segment/filter.js';
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

/**
 * What became of the newest emails to a contact, among those that are kept, and what the person did with them. One
 * look-up by its address. Who opened an email to several is not known: only emails to the contact alone count there.
 */
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
  const outcomes = [...asked].filter((activity): activity is Outcome => !isHit(activity) && activity !== clickedLink);
  const hits = [...asked].filter(isHit);
  const asksLinks = asked.has(clickedLink);
  const found: Partial<Record<Outcome | Hit, string>> = {};
  const links: ClickedLink[] = [];
  const whole = () => (asksLinks ? { ...found, links } : found);
  let after: string | undefined;
  for (let looked = 0; looked < mostEmails; looked += emailsPerStep) {
    const place = after === undefined ? {} : { after };
    const page = await listPage<EmailDocument>(readStore, definition, { limit: emailsPerStep, ...place });
    if ('refused' in page) return whole();
    for (const email of page.documents) {
      // Emails from the address, and to others that begin with it, have the token too.
      const own = email.recipients.filter((recipient) => normalAddress(recipient.address) === address);
      for (const outcome of outcomes) {
        const isIt = own.some(({ status }) => outcome === 'sent' || status === outcome);
        if (isIt) found[outcome] ??= email.createdAt;
      }
      if (own.length === 0 || own.length < email.recipients.length) continue;
      for (const hit of hits) {
        const at = latest(found[hit], hitAt(email, hit));
        if (at !== undefined) found[hit] = at;
      }
      if (asksLinks) links.push(...(email.followed ?? []));
    }
    // An older email may have been opened later than a newer one.
    const isAll = hits.length === 0 && !asksLinks && outcomes.every((outcome) => found[outcome] !== undefined);
    if (isAll || !page.hasMore) return whole();
    after = page.documents.at(-1)?.id;
  }
  return whole();
}

/** Who followed a link has opened the email, though its picture may have been blocked. */
const hitAt = ({ openedAt, clickedAt }: EmailDocument, hit: Hit): string | undefined =>
  hit === 'clicked' ? clickedAt : latest(openedAt, clickedAt);

const latest = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one;
