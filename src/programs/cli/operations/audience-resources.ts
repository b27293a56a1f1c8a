import { contactWireNames, eachContactField } from '../../../domain/shared/contact-fields.js';
import { create, json, named, remove, type ResourceCommands, show, text, update, yes } from './resource-command.js';

const contactTexts = text(...eachContactField((_key, { wireName, label }) => [wireName, label.toLowerCase()] as const));
const properties = json(['properties', "values of the contact's properties, as JSON"]);
const unsubscribed = yes(['unsubscribed', 'whether the contact gets no broadcasts']);
const topicFields = text(['description', 'description that people can read'], ['visibility', 'public or private']);

/** Contacts, and what groups them. */
export const audienceResources: readonly ResourceCommands[] = [
  {
    name: 'contacts',
    says: 'contacts, who get broadcasts',
    list: {
      path: '/contacts',
      says: 'list the contacts of a team, newest first',
      columns: ['id', 'email', ...contactWireNames, 'unsubscribed', 'created_at'],
      filters: text(
        ['search', 'beginnings of words in addresses and names'],
        ['segment_id', 'contacts in this segment'],
      ),
    },
    commands: [
      show('/contacts/{contact}', 'show a contact, by ID or address'),
      create('/contacts', 'create a contact', [
        ...text(['email', 'address']),
        ...contactTexts,
        ...unsubscribed,
        ...properties,
        ...json(['segments', 'segments of the contact, as JSON'], ['topics', 'topics of the contact, as JSON']),
      ]),
      update('/contacts/{contact}', 'change a contact', [
        ...text(['email', 'address']),
        ...contactTexts,
        ...unsubscribed,
        ...properties,
      ]),
      remove('/contacts/{contact}', 'delete a contact', "The contact's values are destroyed; its opt-outs are kept."),
    ],
  },
  {
    name: 'segments',
    says: 'segments of contacts',
    list: {
      path: '/segments',
      says: 'list the segments of a team, newest first',
      columns: ['id', 'name', 'filtered', 'created_at'],
    },
    commands: [
      create('/segments', 'create a segment', [...named, ...json(['filter', 'filter, as JSON'])]),
      update('/segments/{id}', 'change a segment', [...named, ...json(['filter', 'filter, as JSON'])]),
      remove(
        '/segments/{id}',
        'delete a segment',
        'The contacts remain; the record of who was in the segment is deleted.',
      ),
    ],
  },
  {
    name: 'topics',
    says: 'topics that people subscribe to',
    list: {
      path: '/topics',
      says: 'list the topics of a team, newest first',
      columns: ['id', 'name', 'default_subscription', 'visibility', 'created_at'],
    },
    commands: [
      show('/topics/{id}', 'show a topic'),
      create('/topics', 'create a topic', [
        ...named,
        ...text(['default_subscription', 'opt_in or opt_out']),
        ...topicFields,
      ]),
      update('/topics/{id}', 'change a topic', [...named, ...topicFields]),
      remove('/topics/{id}', 'delete a topic', 'The record of who subscribed to the topic is deleted.'),
    ],
  },
  {
    name: 'properties',
    says: 'properties of contacts',
    list: {
      path: '/contact-properties',
      says: 'list the properties of contacts, newest first',
      columns: ['id', 'key', 'type', 'fallback_value', 'created_at'],
    },
    commands: [
      show('/contact-properties/{id}', 'show a property'),
      create('/contact-properties', 'create a property', [
        ...text(['key', 'name in merge tags'], ['type', 'string or number']),
        ...json(['fallback_value', 'value for contacts without one, as JSON']),
      ]),
      update(
        '/contact-properties/{id}',
        'change a property',
        json(['fallback_value', 'value for contacts without one, as JSON']),
      ),
      remove('/contact-properties/{id}', 'delete a property', 'Its value is removed from every contact.'),
    ],
  },
];
