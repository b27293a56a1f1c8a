import type { ContactEvent, PropertyValue } from '../../domain/contact/events.js';
import { type ContactOrigin, importerId, originOf } from '../../domain/shared/contact-origin.js';
import { type ContactFieldValues, contactWireNames } from '../../domain/shared/contact-fields.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { foldStream } from '../shared/fold-stream.js';
import type { Projection } from '../shared/projection.js';
import { contactTokens } from './contact-tokens.js';

/** Whom a team writes to. */
export interface ContactDocument extends ContactFieldValues {
  readonly id: string;
  readonly teamId: string;
  readonly email: string;
  readonly properties: Readonly<Record<string, PropertyValue>>;
  /** From all marketing. */
  readonly unsubscribed: boolean;
  /** The same for lists, which compare numbers: 0 or 1. */
  readonly isSubscribed: number;
  /** By id of the topic: what was last said about it. Where it is absent, the topic's default holds. */
  readonly topics: Readonly<Record<string, 'opt_in' | 'opt_out'>>;
  /** By id of the segment: when the contact was added, ISO 8601. */
  readonly segments: Readonly<Record<string, string>>;
  /** Null where it is none of these. */
  readonly joinedBy: ContactOrigin | null;
  /** By id of the form, the last {@link mostKept}: when the person last joined by it, ISO 8601. */
  readonly forms: Readonly<Record<string, string>>;
  /** By id of the import, the last {@link mostKept}: when it last wrote the contact, ISO 8601. */
  readonly imports: Readonly<Record<string, string>>;
  readonly tokens: readonly string[];
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

const mostKept = 20;

type Untokened = Omit<ContactDocument, 'tokens' | 'isSubscribed'>;

/** Each team's contacts. One whose profile was erased is shown nowhere. */
export const contactsProjection: Projection<ContactEvent, ContactDocument> = {
  name: 'contacts',
  // With a field that is added later all documents are made again: the other number counts what else changed.
  version: contactWireNames.length + 2,
  categories: ['contact'],
  handles: [
    'ContactCreated',
    'ContactChanged',
    'ContactSubscribed',
    'ContactUnsubscribed',
    'ContactAddedToSegment',
    'ContactRemovedFromSegment',
    'ContactDeleted',
  ],
  personal: true,
  documentsOf: 'contact',
  fields: { teamId: 'text', isSubscribed: 'integer' },
  indexes: [
    ['teamId', 'id'],
    ['teamId', 'isSubscribed', 'id'],
  ],
  search: { within: 'teamId', tokens: 'tokens' },
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, recorded, id) {
    const next = withImport(changed(document, recorded, id), recorded);
    return next && { ...next, isSubscribed: next.unsubscribed ? 0 : 1, tokens: [] };
  },
  /** To look for the words of a large contact takes longer than all the rest. */
  complete: (contact) => ({ ...contact, tokens: contactTokens(contact) }),
};

function changed(
  document: Untokened | undefined,
  { event, metadata: { time, actor } }: Recorded<ContactEvent>,
  id: string,
): Untokened | undefined {
  if (event.type === 'ContactDeleted') return undefined;
  if (event.type === 'ContactCreated' || event.type === 'ContactChanged') {
    const { teamId, profile } = event.data;
    const known = reveal(profile);
    if (known === undefined) return undefined;
    const since = event.type === 'ContactCreated' ? (event.data.since ?? time) : time;
    const { unsubscribed = false, topics = {}, segments = {}, createdAt = since } = document ?? {};
    const { joinedBy = originOf(actor) ?? null, forms = {}, imports = {} } = document ?? {};
    const own = { unsubscribed, topics, segments, joinedBy, forms, imports };
    return { id, teamId, ...known, ...own, createdAt, updatedAt: time };
  }
  if (document === undefined) return undefined;
  switch (event.type) {
    case 'ContactSubscribed':
    case 'ContactUnsubscribed': {
      const isSubscribed = event.type === 'ContactSubscribed';
      const { topicId, occasion } = event.data;
      const { formId } = occasion;
      const forms = formId === undefined ? document.forms : lastOf(document.forms, formId, time);
      if (topicId === null) return { ...document, unsubscribed: !isSubscribed, forms, updatedAt: time };
      const topics = { ...document.topics, [topicId]: isSubscribed ? 'opt_in' : 'opt_out' } as const;
      return { ...document, topics, forms, updatedAt: time };
    }
    case 'ContactAddedToSegment':
      return { ...document, segments: { ...document.segments, [event.data.segmentId]: time } };
    case 'ContactRemovedFromSegment': {
      const { [event.data.segmentId]: _gone, ...segments } = document.segments;
      return { ...document, segments };
    }
  }
}

/** All that an import writes is known by its id. */
function withImport(
  document: Untokened | undefined,
  { metadata: { actor, correlationId, time } }: Recorded<ContactEvent>,
): Untokened | undefined {
  if (document === undefined || actor.id !== importerId) return document;
  return { ...document, imports: lastOf(document.imports, correlationId, time) };
}

/** By time, and not as they came: a stored document keeps no order of its members. */
function lastOf(known: Readonly<Record<string, string>>, id: string, time: string): Readonly<Record<string, string>> {
  const all = Object.entries({ ...known, [id]: time });
  if (all.length <= mostKept) return Object.fromEntries(all);
  const byTime = all.sort(([one, at], [other, otherAt]) => (`${at} ${one}` < `${otherAt} ${other}` ? -1 : 1));
  return Object.fromEntries(byTime.slice(-mostKept));
}

const { complete: _, ...uncompleted } = contactsProjection;

/** One contact from its own stream, decrypted, without what only searches need; undefined where there is none. */
export const foldContact = (events: readonly Recorded[]): ContactDocument | undefined =>
  foldStream(uncompleted, events);
