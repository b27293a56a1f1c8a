import type { ContactEvent } from '../../../domain/contact/events.js';
import type { EmailEvent } from '../../../domain/email/events.js';
import type { SendingDomainEvent } from '../../../domain/sending-domain/events.js';
import type { Recorded } from '../../../domain/shared/recorded.js';
import { categoryOf, type Category } from '../../../domain/shared/stream-name.js';
import type { ContactDocument } from '../../../projections/contacts/contacts.projection.js';
import type { DomainDocument } from '../../../projections/domains/domains.document.js';
import type { EmailDocument } from '../../../projections/emails/emails.document.js';
import type { SuppressionDocument } from '../../../projections/suppressions/suppressions.projection.js';
import type { TopicDocument } from '../../../projections/topics/topics.projection.js';
import type { StoredEvent } from '../../ports/event-store.js';
import type { RecordSettings } from '../../sending-domain/records/published-domain.js';
import type { Ports } from '../../shared/ports.js';
import { contactPayloads } from './contact-payloads.js';
import { domainPayloads } from './domain-payloads.js';
import { emailPayloads } from './email-payloads.js';
import type { MessageType, Payload } from './payload.js';

/** The projections' folds over one stream, and what a domain's records are made from. */
export interface Folds {
  readonly email: (events: readonly Recorded[]) => EmailDocument | undefined;
  readonly domain: (events: readonly Recorded[]) => DomainDocument | undefined;
  readonly contact: (events: readonly Recorded[]) => ContactDocument | undefined;
  readonly suppression: (events: readonly Recorded[]) => SuppressionDocument | undefined;
  readonly topic: (events: readonly Recorded[]) => TopicDocument | undefined;
  readonly recordSettings: RecordSettings;
}

type Read = Pick<Ports, 'store' | 'codec' | 'keys'>;

/** One row: the events that can make a message, of which types it can be, and how much of the stream it needs. */
interface Row {
  readonly category: Category;
  readonly event: string;
  readonly types: readonly MessageType[];
}

/** Every event that makes messages. A later type is a row here and a case where its data is made. */
const table: readonly Row[] = [
  { category: 'email', event: 'EmailAccepted', types: ['email.sent', 'email.scheduled'] },
  { category: 'email', event: 'EmailRescheduled', types: ['email.scheduled'] },
  { category: 'email', event: 'DeliveryAttemptStarted', types: ['email.sent'] },
  { category: 'email', event: 'EmailDelivered', types: ['email.delivered'] },
  { category: 'email', event: 'DeliveryDeferred', types: ['email.delivery_delayed'] },
  { category: 'email', event: 'EmailBounced', types: ['email.bounced'] },
  { category: 'email', event: 'EmailFailed', types: ['email.failed'] },
  { category: 'email', event: 'EmailSuppressed', types: ['email.suppressed'] },
  { category: 'email', event: 'EmailComplained', types: ['email.complained'] },
  { category: 'email', event: 'EmailOpened', types: ['email.opened'] },
  { category: 'email', event: 'EmailClicked', types: ['email.clicked'] },
  { category: 'contact', event: 'ContactCreated', types: ['contact.created'] },
  { category: 'contact', event: 'ContactChanged', types: ['contact.updated'] },
  { category: 'contact', event: 'ContactSubscribed', types: ['contact.updated', 'contact.topics.updated'] },
  { category: 'contact', event: 'ContactUnsubscribed', types: ['contact.updated', 'contact.topics.updated'] },
  { category: 'contact', event: 'ContactAddedToSegment', types: ['contact.updated'] },
  { category: 'contact', event: 'ContactRemovedFromSegment', types: ['contact.updated'] },
  { category: 'contact', event: 'ContactDeleted', types: ['contact.deleted'] },
  { category: 'domain', event: 'DomainCreated', types: ['domain.created'] },
  { category: 'domain', event: 'DomainUpdated', types: ['domain.updated'] },
  { category: 'domain', event: 'DomainDkimKeyAdded', types: ['domain.updated'] },
  { category: 'domain', event: 'DomainDkimKeySelected', types: ['domain.updated'] },
  { category: 'domain', event: 'DomainDkimKeyRetired', types: ['domain.updated'] },
  { category: 'domain', event: 'DomainVerified', types: ['domain.updated'] },
  { category: 'domain', event: 'DomainCheckRequested', types: ['domain.updated'] },
  { category: 'domain', event: 'DomainChecked', types: ['domain.updated'] },
  { category: 'domain', event: 'DomainDeleted', types: ['domain.deleted'] },
  { category: 'suppression', event: 'SuppressionAdded', types: ['suppression.added'] },
  { category: 'suppression', event: 'SuppressionRemoved', types: ['suppression.removed'] },
  { category: 'topic', event: 'TopicCreated', types: ['topic.created'] },
  { category: 'topic', event: 'TopicChanged', types: ['topic.updated'] },
  { category: 'topic', event: 'TopicDeleted', types: ['topic.deleted'] },
];

const rows = new Map(table.map((row) => [row.event, row]));

/** What of the log has to be followed. */
export const followedByWebhooks = {
  categories: [...new Set(table.map(({ category }) => category))],
  types: table.map(({ event }) => event),
};

/** What of the log can make messages of these types (null: of any); undefined: nothing can. */
export function followedFor(types: readonly string[] | null): typeof followedByWebhooks | undefined {
  if (types === null) return followedByWebhooks;
  const wanted = table.filter((row) => row.types.some((type) => types.includes(type)));
  if (wanted.length === 0) return undefined;
  return {
    categories: [...new Set(wanted.map(({ category }) => category))],
    types: wanted.map(({ event }) => event),
  };
}

/** The types of messages that an event can make; none where it makes no message. */
export function possibleTypes(eventType: string): readonly MessageType[] {
  return rows.get(eventType)?.types ?? [];
}

/** Every type of message that is sent today. */
export const messageTypes: readonly MessageType[] = [...new Set(table.flatMap(({ types }) => types))];

/**
 * The messages that an event of the log makes, from its stream as it was then; the same whenever it is asked, but for
 * what was erased since. Empty: nothing, or its stream is removed.
 */
export async function payloadsOf(ports: Read, folds: Folds, stored: StoredEvent): Promise<readonly Payload[]> {
  if (!rows.has(stored.type)) return [];
  const category = categoryOf(stored.stream);
  const events = await readFor(ports, stored, category);
  const recorded = events[stored.revision];
  // Streams of these categories begin at revision 0; where one is gone or begins later there is nothing left to tell.
  if (recorded?.id !== stored.id) return [];
  const { event, revision } = recorded;
  const upToIt = events.slice(0, revision + 1);
  switch (category) {
    case 'email': {
      const mail = folds.email(upToIt);
      // The codec types the union of all events; a stream holds those of its own aggregate.
      return mail === undefined ? [] : emailPayloads(event as EmailEvent, { events: upToIt, mail });
    }
    case 'contact':
      return contactPayloads(event as ContactEvent, { events, revision, fold: folds.contact });
    case 'domain': {
      const story = { events, revision, fold: folds.domain, recordSettings: folds.recordSettings };
      return domainPayloads(event as SendingDomainEvent, story);
    }
    case 'suppression':
      return suppressionPayloads(event.type, upToIt, folds);
    case 'topic':
      return topicPayloads(recorded, upToIt, folds);
    default:
      return [];
  }
}

/** A mail's first event needs no other; a domain's and a contact's need what came right after it. */
async function readFor(ports: Read, stored: StoredEvent, category: Category): Promise<readonly Recorded[]> {
  if (category === 'email' && stored.revision === 0) return decoded(ports, [stored]);
  const limit = category === 'domain' || category === 'contact' ? {} : { limit: stored.revision + 1 };
  return decoded(ports, await ports.store.readStream(stored.stream, limit));
}

async function decoded({ codec, keys }: Read, stored: readonly StoredEvent[]): Promise<readonly Recorded[]> {
  return codec.decode(stored, await keys.getMany(codec.kids(stored)));
}

function suppressionPayloads(type: string, events: readonly Recorded[], folds: Folds): readonly Payload[] {
  const isRemoved = type === 'SuppressionRemoved';
  const entry = folds.suppression(isRemoved ? events.slice(0, -1) : events);
  if (entry === undefined) return [];
  const { id, email, origin, sourceId, createdAt } = entry;
  const data = { id, email, origin, source_id: sourceId, created_at: createdAt };
  const subject = { emailId: sourceId, domainId: null, tags: [] };
  return [{ type: isRemoved ? 'suppression.removed' : 'suppression.added', data, subject }];
}

/** A deletion shows the topic as it was until then. */
function topicPayloads({ event, metadata }: Recorded, events: readonly Recorded[], folds: Folds): readonly Payload[] {
  const deleted = event.type === 'TopicDeleted';
  const topic = folds.topic(deleted ? events.slice(0, -1) : events);
  if (topic === undefined) return [];
  const { id, name, description, defaultSubscription, createdAt } = topic;
  const data = {
    id,
    name,
    description,
    default_subscription: defaultSubscription,
    deleted,
    created_at: createdAt,
    updated_at: metadata.time,
  };
  const type = deleted ? 'topic.deleted' : event.type === 'TopicCreated' ? 'topic.created' : 'topic.updated';
  return [{ type, data, subject: { emailId: null, domainId: null, tags: [] } }];
}
