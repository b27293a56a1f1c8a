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

const named = text(['name', 'name']);
const contactTexts = text(...eachContactField((_key, { wireName, label }) => [wireName, label.toLowerCase()] as const));
const properties = json(['properties', "values of the contact's properties, as JSON"]);
const unsubscribed = yes(['unsubscribed', 'whether the contact gets no broadcasts']);
const content = [
  ...text(['subject', 'subject line'], ['text', 'plain text']),
  ...lists(['reply_to', 'reply addresses']),
  ...files(['html', 'file with the HTML (- for stdin)', 'html-file']),
];
const letter = [
  ...text(['from', 'sender, such as "Shop <shop@example.com>"']),
  ...content,
  ...text(['topic_id', 'ID of the topic']),
];
const tracking = yes(['open_tracking', 'track opens'], ['click_tracking', 'track clicks']);
const domainFields = [
  ...tracking,
  ...text(['tls', 'opportunistic or enforced'], ['tracking_subdomain', 'name of the tracking host']),
];
const webhookFields = [
  ...lists(['events', 'event types, such as email.bounced'], ['domain_ids', 'only events of email from these domains']),
  ...yes(['ordered', 'whether messages are sent one after another']),
  ...numbers(['per_second', 'maximum number of messages per second']),
];
const templateFields = [
  ...text(['alias', 'name for API calls'], ['from', 'sender']),
  ...content,
  ...json(['variables', 'variables of the template, as JSON']),
];
const topicFields = text(['description', 'description that people can read'], ['visibility', 'public or private']);

/** Every command over an operation of the API; tests hold it against the OpenAPI document. */
export const resourceCommands: readonly ResourceCommands[] = [
  {
    name: 'keys',
    says: 'API keys',
    list: {
      path: '/api-keys',
      says: 'list the API keys of a team, newest first',
      columns: ['id', 'name', 'permission', 'domain_id', 'created_at', 'last_used_at', 'expires_at'],
    },
    commands: [
      { ...show('/api-keys/{id}', 'show an API key'), looksAt: '/api-keys' },
      update('/api-keys/{id}', 'rename an API key', named),
      {
        ...remove('/api-keys/{id}', 'delete an API key', 'Requests with this key are refused immediately.'),
        looksAt: '/api-keys',
      },
    ],
  },
  {
    name: 'domains',
    says: 'sending domains',
    list: {
      path: '/domains',
      says: 'list the domains of a team, newest first',
      columns: ['id', 'name', 'status', 'open_tracking', 'click_tracking', 'created_at'],
    },
    commands: [
      show('/domains/{id}', 'show a domain and the status of its DNS records'),
      create('/domains', 'add a domain and print the DNS records to publish', [
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
    says: 'emails',
    list: {
      path: '/dashboard-api/emails',
      says: 'find emails, newest first',
      columns: ['id', 'created_at', 'last_event', 'from', 'to', 'subject'],
      filters: [
        ...text(
          ['search', 'beginnings of words in addresses, subject, ID, and tags'],
          ['status', 'last event, such as delivered or bounced'],
          ['from', 'accepted at or after this time (ISO 8601 with a zone)', 'since'],
          ['to', 'accepted before this time (ISO 8601 with a zone)', 'until'],
          ['domain', 'domain of the sender'],
          ['api_key', 'ID of the API key that sent the email'],
          ['tag', 'tag, as name or name:value'],
          ['topic', 'ID of a topic'],
          ['template', 'ID of a template'],
          ['bounce_reason', 'why a recipient bounced'],
        ),
      ],
    },
    commands: [
      show(
        '/dashboard-api/emails/{id}/overview',
        'show an email with its recipients, every reply, its sender, and its times',
      ),
      {
        ...create('/emails', 'send an email, or schedule one', [
          ...text(['from', 'sender, such as "Shop <shop@example.com>"']),
          ...lists(['to', 'recipients'], ['cc', 'recipients of a copy'], ['bcc', 'blind copy recipients']),
          ...content,
          ...json(['template', 'template and its values, as JSON'], ['tags', 'tags, as JSON']),
          ...text(['topic_id', 'ID of the topic'], ['scheduled_at', 'time at which to send it']),
        ]),
        name: 'send',
        alias: 'create',
      },
      {
        name: 'reschedule',
        method: 'PATCH',
        path: '/emails/{id}',
        says: 'send a scheduled email at another time',
        fields: text(['scheduled_at', 'time at which to send it']),
      },
      {
        name: 'cancel',
        alias: 'remove',
        method: 'POST',
        path: '/emails/{id}/cancel',
        says: 'cancel a scheduled email',
        warns: 'This email will never be sent.',
        looksAt: '/emails/{id}',
      },
      {
        name: 'resend',
        method: 'POST',
        path: '/dashboard-api/emails/{id}/resend',
        says: 'send a new email with the content and recipients of an existing email',
      },
    ],
  },
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
  {
    name: 'broadcasts',
    says: 'broadcasts, with their results and schedules',
    list: {
      path: '/broadcasts',
      says: 'list the broadcasts of a team, newest first',
      columns: ['id', 'name', 'status', 'segment_id', 'scheduled_at', 'sent_at', 'created_at'],
      filters: text(
        ['status', 'status, such as draft, scheduled, or sent'],
        ['search', 'beginnings of words in the name'],
      ),
    },
    commands: [
      show('/broadcasts/{id}', 'show a broadcast'),
      create('/broadcasts', 'create a draft', [
        ...named,
        ...text(['segment_id', 'ID of the segment'], ['preview_text', 'preview text, shown after the subject']),
        ...letter,
      ]),
      update('/broadcasts/{id}', 'change a draft', [
        ...named,
        ...text(['segment_id', 'ID of the segment'], ['preview_text', 'preview text, shown after the subject']),
        ...letter,
      ]),
      {
        name: 'send',
        method: 'POST',
        path: '/broadcasts/{id}/send',
        says: 'send a draft, or schedule it',
        fields: text(['scheduled_at', 'time at which to send it (default: now)']),
        warns: 'The broadcast is sent to its whole audience.',
        looksAt: '/broadcasts/{id}',
      },
      {
        name: 'duplicate',
        method: 'POST',
        path: '/broadcasts/{id}/duplicate',
        says: 'create a draft with the content of an existing broadcast',
      },
      remove('/broadcasts/{id}', 'delete a draft', 'The draft and its versions are deleted.'),
    ],
  },
  {
    name: 'templates',
    says: 'templates and their components',
    commands: [
      show('/templates/{template}', 'show a template, by ID or alias'),
      create('/templates', 'create a draft of a template', [...named, ...templateFields]),
      update('/templates/{template}', 'change the draft of a template', [...named, ...templateFields]),
      {
        name: 'publish',
        method: 'POST',
        path: '/templates/{template}/publish',
        says: 'publish the draft of a template, which is then sent',
      },
      remove('/templates/{template}', 'delete a template', 'Requests that use this template are refused.'),
    ],
  },
  {
    name: 'suppressions',
    says: 'suppressed addresses',
    list: {
      path: '/suppressions',
      says: 'list the suppressed addresses of a team, newest first',
      columns: ['id', 'email', 'origin', 'scope', 'created_at', 'expires_at'],
      filters: text(['origin', 'bounce, complaint or manual'], ['scope', 'all or marketing']),
    },
    commands: [
      show('/suppressions/{suppression}', 'show a suppression by ID or address, with its reason and start'),
      create('/suppressions', 'suppress an address', text(['email', 'address'], ['scope', 'all or marketing'])),
      remove(
        '/suppressions/{suppression}',
        'remove an address from the suppression list',
        'Posthorn sends email to this address again.',
      ),
    ],
  },
  {
    name: 'webhooks',
    says: 'webhook endpoints',
    commands: [
      show('/webhooks/{id}', 'show an endpoint with its signing secret'),
      create('/webhooks', 'create an endpoint and print its signing secret', [
        ...text(['endpoint', 'URL of the endpoint']),
        ...webhookFields,
      ]),
      update('/webhooks/{id}', 'change, enable or disable an endpoint', [
        ...text(['endpoint', 'URL of the endpoint'], ['status', 'enabled or disabled']),
        ...webhookFields,
      ]),
      {
        name: 'test',
        method: 'POST',
        path: '/webhooks/{id}/test',
        says: 'send a sample message',
        fields: text(['type', 'event type, such as email.delivered']),
      },
      remove(
        '/webhooks/{id}',
        'delete an endpoint',
        'The endpoint gets no further messages, and its secret is destroyed.',
      ),
    ],
  },
  {
    name: 'imports',
    says: 'imports of contacts',
    list: {
      path: '/contacts/imports',
      says: 'list the imports of a team, newest first',
      columns: ['id', 'status', 'file_name', 'created_at', 'completed_at'],
      filters: text(['status', 'status, such as completed or failed']),
    },
    commands: [show('/contacts/imports/{id}', 'show an import and the results of its rows')],
  },
  {
    name: 'logs',
    says: 'API requests and their responses',
    list: {
      path: '/dashboard-api/logs',
      says: 'list API requests, newest first',
      columns: ['id', 'created_at', 'method', 'endpoint', 'response_status', 'error_name', 'duration_ms'],
      filters: text(
        ['status', 'response status, such as 422 or 4xx'],
        ['method', 'method, such as POST'],
        ['path', 'beginning of the path'],
        ['api_key_id', 'ID of the API key'],
        ['since', 'entries at or after this time (ISO 8601 with a zone)'],
        ['until', 'entries before this time (ISO 8601 with a zone)'],
      ),
    },
    commands: [show('/dashboard-api/logs/{id}', 'show a request with its body and its response')],
  },
];
