import { audienceResources } from './audience-resources.js';
import { contentResources } from './content-resources.js';
import {
  content,
  create,
  json,
  lists,
  named,
  numbers,
  remove,
  type ResourceCommands,
  show,
  text,
  update,
  yes,
} from './resource-command.js';

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
  ...audienceResources,
  ...contentResources,
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
