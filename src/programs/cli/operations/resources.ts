import { contactWireNames, eachContactField } from '../../../domain/shared/contact-fields.js';
import {
  create,
  files,
  json,
  lists,
  numbers,
  remove,
  type ResourceCommands,
  show,
  text,
  update,
  yes,
} from './resource-command.js';

const named = text(['name', 'what people call it']);
const contactTexts = text(...eachContactField((_key, { wireName, label }) => [wireName, label.toLowerCase()] as const));
const properties = json(['properties', 'values of its properties, as JSON']);
const unsubscribed = yes(['unsubscribed', 'send no broadcasts to it']);
const content = [
  ...text(['subject', 'subject line'], ['text', 'plain text']),
  ...lists(['reply_to', 'addresses that replies go to']),
  ...files(['html', 'file with the HTML, - for stdin', 'html-file']),
];
const letter = [
  ...text(['from', 'sender, such as "Shop <shop@example.com>"']),
  ...content,
  ...text(['topic_id', 'topic that it is about']),
];
const tracking = yes(['open_tracking', 'track opens'], ['click_tracking', 'track clicks']);
const domainFields = [
  ...tracking,
  ...text(['tls', 'opportunistic or enforced'], ['tracking_subdomain', 'name of the tracking host']),
];
const webhookFields = [
  ...lists(['events', 'event types, such as email.bounced'], ['domain_ids', 'only email from these domains']),
  ...yes(['ordered', 'send messages one after the other']),
  ...numbers(['per_second', 'most messages a second']),
];
const templateFields = [
  ...text(['alias', 'name for API calls'], ['from', 'sender']),
  ...content,
  ...json(['variables', 'its variables, as JSON']),
];
const topicFields = text(['description', 'what people read about it'], ['visibility', 'public or private']);

/** Every command over an operation of the API; tests hold it against the OpenAPI document. */
export const resourceCommands: readonly ResourceCommands[] = [
  {
    name: 'keys',
    says: 'API keys',
    list: {
      path: '/api-keys',
      says: 'API keys of a team, newest first',
      columns: ['id', 'name', 'permission', 'domain_id', 'created_at', 'last_used_at', 'expires_at'],
    },
    commands: [
      { ...show('/api-keys/{id}', 'an API key'), looksAt: '/api-keys' },
      update('/api-keys/{id}', 'rename an API key', named),
      {
        ...remove('/api-keys/{id}', 'delete an API key', 'Programs that use this key are refused at once.'),
        looksAt: '/api-keys',
      },
    ],
  },
  {
    name: 'domains',
    says: 'domains that email is sent from',
    list: {
      path: '/domains',
      says: 'domains of a team, newest first',
      columns: ['id', 'name', 'status', 'open_tracking', 'click_tracking', 'created_at'],
    },
    commands: [
      show('/domains/{id}', 'a domain and the status of its DNS records'),
      create('/domains', 'add a domain; prints the DNS records to publish', [
        ...named,
        ...domainFields,
        ...text(['custom_return_path', 'label of the return path']),
      ]),
      update('/domains/{id}', 'change settings of a domain', domainFields),
      { name: 'verify', method: 'POST', path: '/domains/{id}/verify', says: 'check the DNS records of a domain now' },
      remove('/domains/{id}', 'remove a domain', 'Email from this domain is refused, and its DKIM keys are destroyed.'),
    ],
  },
  {
    name: 'emails',
    says: 'emails, and what happened to them',
    list: {
      path: '/dashboard-api/emails',
      says: 'find emails, newest first',
      columns: ['id', 'created_at', 'last_event', 'from', 'to', 'subject'],
      filters: [
        ...text(
          ['search', 'beginnings of words: of an address, the subject, the ID, a tag'],
          ['status', 'last event, such as delivered or bounced'],
          ['from', 'accepted then or later (ISO 8601 with a zone)', 'since'],
          ['to', 'accepted before (ISO 8601 with a zone)', 'until'],
          ['domain', 'domain of the sender'],
          ['api_key', 'sent with the API key of this ID'],
          ['tag', 'tag, as name or name:value'],
          ['topic', 'ID of a topic'],
          ['template', 'ID of a template'],
          ['bounce_reason', 'why a recipient bounced'],
        ),
      ],
    },
    commands: [
      show('/dashboard-api/emails/{id}/overview', 'an email: its recipients, every reply, who sent it and when'),
      {
        ...create('/emails', 'send an email, or schedule one', [
          ...text(['from', 'sender, such as "Shop <shop@example.com>"']),
          ...lists(['to', 'recipients'], ['cc', 'recipients of a copy'], ['bcc', 'recipients that others do not see']),
          ...content,
          ...json(['template', 'template and its values, as JSON'], ['tags', 'tags, as JSON']),
          ...text(['topic_id', 'topic that it is about'], ['scheduled_at', 'when to send it']),
        ]),
        name: 'send',
        alias: 'create',
      },
      {
        name: 'reschedule',
        method: 'PATCH',
        path: '/emails/{id}',
        says: 'send a scheduled email at another time',
        fields: text(['scheduled_at', 'when to send it']),
      },
      {
        name: 'cancel',
        alias: 'remove',
        method: 'POST',
        path: '/emails/{id}/cancel',
        says: 'cancel a scheduled email',
        warns: 'This email is never sent.',
        looksAt: '/emails/{id}',
      },
      {
        name: 'resend',
        method: 'POST',
        path: '/dashboard-api/emails/{id}/resend',
        says: 'send a new email with the content and the recipients of this one',
      },
    ],
  },
  {
    name: 'contacts',
    says: 'people who get broadcasts',
    list: {
      path: '/contacts',
      says: 'contacts of a team, newest first',
      columns: ['id', 'email', ...contactWireNames, 'unsubscribed', 'created_at'],
      filters: text(
        ['search', 'beginnings of words: of an address or a name'],
        ['segment_id', 'contacts in this segment'],
      ),
    },
    commands: [
      show('/contacts/{contact}', 'a contact, by ID or address'),
      create('/contacts', 'create a contact', [
        ...text(['email', 'address']),
        ...contactTexts,
        ...unsubscribed,
        ...properties,
        ...json(['segments', 'segments that it joins, as JSON'], ['topics', 'its topics, as JSON']),
      ]),
      update('/contacts/{contact}', 'change a contact', [
        ...text(['email', 'address']),
        ...contactTexts,
        ...unsubscribed,
        ...properties,
      ]),
      remove('/contacts/{contact}', 'delete a contact', 'Its values are destroyed; what it unsubscribed from is kept.'),
    ],
  },
  {
    name: 'segments',
    says: 'segments of contacts',
    list: {
      path: '/segments',
      says: 'segments of a team, newest first',
      columns: ['id', 'name', 'filtered', 'created_at'],
    },
    commands: [
      create('/segments', 'create a segment', [...named, ...json(['filter', 'filter, as JSON'])]),
      update('/segments/{id}', 'change a segment', [...named, ...json(['filter', 'filter, as JSON'])]),
      remove('/segments/{id}', 'delete a segment', 'Contacts stay; who was in the segment is no longer known.'),
    ],
  },
  {
    name: 'topics',
    says: 'topics that people subscribe to',
    list: {
      path: '/topics',
      says: 'topics of a team, newest first',
      columns: ['id', 'name', 'default_subscription', 'visibility', 'created_at'],
    },
    commands: [
      show('/topics/{id}', 'a topic'),
      create('/topics', 'create a topic', [
        ...named,
        ...text(['default_subscription', 'opt_in or opt_out']),
        ...topicFields,
      ]),
      update('/topics/{id}', 'change a topic', [...named, ...topicFields]),
      remove('/topics/{id}', 'delete a topic', 'Who subscribed to it is no longer known.'),
    ],
  },
  {
    name: 'properties',
    says: 'properties of contacts',
    list: {
      path: '/contact-properties',
      says: 'properties of contacts, newest first',
      columns: ['id', 'key', 'type', 'fallback_value', 'created_at'],
    },
    commands: [
      show('/contact-properties/{id}', 'a property'),
      create('/contact-properties', 'create a property', [
        ...text(['key', 'name in merge tags'], ['type', 'string or number']),
        ...json(['fallback_value', 'value where a contact has none, as JSON']),
      ]),
      update(
        '/contact-properties/{id}',
        'change a property',
        json(['fallback_value', 'value where a contact has none, as JSON']),
      ),
      remove('/contact-properties/{id}', 'delete a property', 'Its value is removed from every contact.'),
    ],
  },
  {
    name: 'broadcasts',
    says: 'broadcasts, with their results and schedules',
    list: {
      path: '/broadcasts',
      says: 'broadcasts of a team, newest first',
      columns: ['id', 'name', 'status', 'segment_id', 'scheduled_at', 'sent_at', 'created_at'],
      filters: text(['status', 'such as draft, scheduled or sent'], ['search', 'beginnings of words of the name']),
    },
    commands: [
      show('/broadcasts/{id}', 'a broadcast'),
      create('/broadcasts', 'create a draft', [
        ...named,
        ...text(['segment_id', 'segment that it goes to'], ['preview_text', 'line beside the subject']),
        ...letter,
      ]),
      update('/broadcasts/{id}', 'change a draft', [
        ...named,
        ...text(['segment_id', 'segment that it goes to'], ['preview_text', 'line beside the subject']),
        ...letter,
      ]),
      {
        name: 'send',
        method: 'POST',
        path: '/broadcasts/{id}/send',
        says: 'send a draft, or schedule it',
        fields: text(['scheduled_at', 'when to send it (default: now)']),
        warns: 'It is sent to every contact that it is for.',
        looksAt: '/broadcasts/{id}',
      },
      {
        name: 'duplicate',
        method: 'POST',
        path: '/broadcasts/{id}/duplicate',
        says: 'make a draft with the same content',
      },
      remove('/broadcasts/{id}', 'delete a draft', 'The draft and its versions are gone.'),
    ],
  },
  {
    name: 'templates',
    says: 'templates, and the components that they are made from',
    commands: [
      show('/templates/{template}', 'a template, by ID or alias'),
      create('/templates', 'create a draft of a template', [...named, ...templateFields]),
      update('/templates/{template}', 'change the draft of a template', [...named, ...templateFields]),
      { name: 'publish', method: 'POST', path: '/templates/{template}/publish', says: 'send the draft from now on' },
      remove('/templates/{template}', 'delete a template', 'Requests that name it are refused.'),
    ],
  },
  {
    name: 'suppressions',
    says: 'addresses that nothing is sent to',
    list: {
      path: '/suppressions',
      says: 'suppressed addresses of a team, newest first',
      columns: ['id', 'email', 'origin', 'scope', 'created_at', 'expires_at'],
      filters: text(['origin', 'bounce, complaint or manual'], ['scope', 'all or marketing']),
    },
    commands: [
      show('/suppressions/{suppression}', 'a suppression, by ID or address: why and since when'),
      create('/suppressions', 'suppress an address', text(['email', 'address'], ['scope', 'all or marketing'])),
      remove('/suppressions/{suppression}', 'take an address off the list', 'Email to this address is sent again.'),
    ],
  },
  {
    name: 'webhooks',
    says: 'endpoints that are sent what happens',
    commands: [
      show('/webhooks/{id}', 'an endpoint, with its signing secret'),
      create('/webhooks', 'create an endpoint; prints its signing secret', [
        ...text(['endpoint', 'its URL']),
        ...webhookFields,
      ]),
      update('/webhooks/{id}', 'change, enable or disable an endpoint', [
        ...text(['endpoint', 'its URL'], ['status', 'enabled or disabled']),
        ...webhookFields,
      ]),
      {
        name: 'test',
        method: 'POST',
        path: '/webhooks/{id}/test',
        says: 'send a sample message',
        fields: text(['type', 'event type, such as email.delivered']),
      },
      remove('/webhooks/{id}', 'delete an endpoint', 'It is sent nothing more, and its secret is destroyed.'),
    ],
  },
  {
    name: 'imports',
    says: 'imports of contacts',
    list: {
      path: '/contacts/imports',
      says: 'imports of a team, newest first',
      columns: ['id', 'status', 'file_name', 'created_at', 'completed_at'],
      filters: text(['status', 'such as completed or failed']),
    },
    commands: [show('/contacts/imports/{id}', 'an import and the results of its rows')],
  },
  {
    name: 'logs',
    says: 'API requests and their responses',
    list: {
      path: '/dashboard-api/logs',
      says: 'API requests, newest first',
      columns: ['id', 'created_at', 'method', 'endpoint', 'response_status', 'error_name', 'duration_ms'],
      filters: text(
        ['status', 'such as 422 or 4xx'],
        ['method', 'such as POST'],
        ['path', 'beginning of the path'],
        ['api_key_id', 'with the API key of this ID'],
        ['since', 'then or later (ISO 8601 with a zone)'],
        ['until', 'before (ISO 8601 with a zone)'],
      ),
    },
    commands: [show('/dashboard-api/logs/{id}', 'a request, its body and its response')],
  },
];
