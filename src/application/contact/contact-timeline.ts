import type { ContactEvent } from '../../domain/contact/events.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { timeOfId } from '../../domain/shared/uuid-time.js';
import { addressToken } from '../../projections/emails/email-tokens.js';
import type { EmailDocument } from '../../projections/emails/emails.document.js';
import { emailsProjection } from '../../projections/emails/emails.projection.js';
import { query } from '../access/use-case.js';
import { getEmailOverview } from '../email/get-email-overview.js';
import type { ReadEmailPorts } from '../email/read-email.js';
import { teamList } from '../shared/team-list.js';
import { consentIn, type SaidOnce } from './consent-history.js';
import { normalAddress } from '../shared/address-hash.js';
import { findContact } from './find-contact.js';
import type { GetContact, ReadContactPorts } from './read-contacts.js';

export const timelineKinds = ['sent', 'opened', 'clicked', 'joined', 'left', 'changed'] as const;
type TimelineKind = (typeof timelineKinds)[number];

/** One thing that happened to a contact; what does not belong to its kind is null. */
export interface ContactHappening {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly kind: TimelineKind;
  /** The type of the event that tells of it. */
  readonly type: string;
  readonly email: EmailDocument | null;
  /** Where the link led that was followed. */
  readonly url: string | null;
  readonly said: SaidOnce | null;
  readonly segmentId: string | null;
}

/** GET /dashboard-api/contacts/{contact}/timeline: newest first. */
export interface GetContactTimeline extends GetContact {
  readonly kind?: TimelineKind | undefined;
  /** Id of the email that an earlier page ended with. */
  readonly after?: string | undefined;
}

interface ContactTimeline {
  readonly happenings: readonly ContactHappening[];
  /** Where it goes on, and the time that everything so far is newer than; null at the end. */
  readonly next: string | null;
}

export const GetContactTimeline = query({ name: 'GetContactTimeline', need: 'read-only', run: contactTimeline });

/** Emails of one page: the stream of each is read. */
const emailsOfPage = 20;

/**
 * What the contact was sent, what it did with it, what it said and how it was changed, from the streams.
 * @returns undefined when the team has no such contact.
 */
async function contactTimeline(
  ports: ReadContactPorts & ReadEmailPorts,
  { teamId, key, kind, after }: GetContactTimeline,
): Promise<ContactTimeline | undefined> {
  const found = await findContact(ports, teamId, key);
  if (found === undefined) return undefined;
  const address = reveal(found.state.described.profile)?.email;
  const page = address === undefined ? noEmails : await emailsTo(ports, teamId, address, after);
  // What happened between the emails of this page.
  const from = page.next === null ? '' : timeOfId(page.next);
  const own = found.loaded.events
    .flatMap(happeningOf)
    .filter(({ at }) => at >= from && (after === undefined || at < timeOfId(after)));
  const all = [...own, ...page.happenings].filter((each) => kind === undefined || each.kind === kind);
  return { happenings: all.sort((one, other) => (one.at < other.at ? 1 : -1)), next: page.next };
}

const noEmails: ContactTimeline = { happenings: [], next: null };
const none = { email: null, url: null, said: null, segmentId: null };

async function emailsTo(
  ports: ReadContactPorts & ReadEmailPorts,
  teamId: string,
  email: string,
  after: string | undefined,
): Promise<ContactTimeline> {
  const address = normalAddress(email);
  const page = await teamList(ports, emailsProjection, {
    teamId,
    page: { limit: emailsOfPage, ...(after === undefined ? {} : { after }) },
    tokens: [addressToken(address)],
  });
  if ('refused' in page) return noEmails;
  const happenings: ContactHappening[] = [];
  for (const document of page.documents) {
    // Emails from the address, and to others that begin with it, have the token too.
    if (document.recipients.some((each) => normalAddress(each.address) === address)) {
      happenings.push(...(await happeningsOf(ports, teamId, document)));
    }
  }
  return { happenings, next: page.hasMore ? (page.walkedTo?.id ?? page.documents.at(-1)?.id ?? null) : null };
}

/** That it was sent, and the first time that a person opened it and followed each of its links. */
async function happeningsOf(
  ports: ReadEmailPorts & Pick<ReadContactPorts, 'readStore'>,
  teamId: string,
  email: EmailDocument,
): Promise<readonly ContactHappening[]> {
  const sent = { ...none, id: email.id, at: email.createdAt, kind: 'sent', type: 'EmailAccepted', email } as const;
  if ((email.opens?.people ?? 0) + (email.clicks?.people ?? 0) === 0) return [sent];
  const overview = await getEmailOverview(ports, { teamId, emailId: email.id });
  const seen = new Set<number | null>();
  const hits = (overview?.timeline ?? []).flatMap(({ id, type, facts: { hit } }): readonly ContactHappening[] => {
    if (hit?.judged !== 'person' || seen.has(hit.link)) return [];
    seen.add(hit.link);
    const kind = hit.link === null ? 'opened' : 'clicked';
    return [{ ...none, id, at: hit.at, kind, type, email, url: hit.visitor?.url ?? null }];
  });
  return [sent, ...hits];
}

function happeningOf(recorded: Recorded<ContactEvent>): readonly ContactHappening[] {
  const {
    id,
    event,
    metadata: { time: at },
  } = recorded;
  const of = { ...none, id, at, type: event.type };
  switch (event.type) {
    case 'ContactCreated':
      return [{ ...of, kind: 'joined' }];
    case 'ContactSubscribed':
    case 'ContactUnsubscribed': {
      const kind = event.type === 'ContactSubscribed' ? 'joined' : 'left';
      return consentIn(recorded).map((said) => ({ ...of, kind, said }));
    }
    case 'ContactAddedToSegment':
    case 'ContactRemovedFromSegment':
      return [{ ...of, kind: 'changed', segmentId: event.data.segmentId }];
    case 'ContactChanged':
      return [{ ...of, kind: 'changed' }];
    case 'ContactDeleted':
      return [];
  }
}
