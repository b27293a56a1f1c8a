import type { EndpointOptions } from '../../../application/webhook/manage-webhooks.js';
import type { WebhookStatus } from '../../../domain/webhook/webhook.js';
import { bodySchema, described, Field, type FieldRule, required } from '../edge/field.js';
import { hasControlCharacters, noControlCharacters } from '../edge/text.js';
import {
  get,
  id as pathParameter,
  invalidBody,
  listErrors,
  oneErrors,
  page,
  patch,
  post,
  query,
  remove,
} from '../openapi/operation.js';
import { createdAt, emailId, listOf } from '../openapi/shared-examples.js';
import { domainIdsRule, headersRule, orderedRule, rateRule, tagsRule } from './endpoint-options.js';
import * as answers from './webhooks.answers.js';

const maxEndpointCharacters = 2_048;

const endpointRule: FieldRule<string> = {
  schema: {
    type: 'string',
    format: 'uri',
    maxLength: maxEndpointCharacters,
    description: 'An https URL whose host has a public address, without a user name and a password.',
  },
  parse(value, field) {
    if (typeof value !== 'string') return { problem: `Invalid \`${field}\` field. It must be a string.` };
    if (hasControlCharacters(value)) return noControlCharacters(field);
    if (value.length > maxEndpointCharacters) {
      return { problem: `Invalid \`${field}\` field. It has at most ${maxEndpointCharacters} characters.` };
    }
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) {
      return { problem: `Invalid \`${field}\` field. It must be an absolute https URL.` };
    }
    if (url.username !== '' || url.password !== '') {
      return { problem: `Invalid \`${field}\` field. It must not contain a user name or a password.` };
    }
    return { value: url.href.length > maxEndpointCharacters ? value : url.href };
  },
};

/** Every type that the public contract has; those of features that are not there yet never occur. */
export const webhookEventTypes: readonly string[] = [
  ...['sent', 'scheduled', 'delivered', 'delivery_delayed', 'complained', 'bounced', 'opened', 'clicked'],
  ...['received', 'failed', 'suppressed'],
]
  .map((name) => `email.${name}`)
  .concat(
    ['created', 'updated', 'deleted', 'topics.updated'].map((name) => `contact.${name}`),
    ['created', 'updated', 'deleted'].map((name) => `domain.${name}`),
    ['added', 'removed'].map((name) => `suppression.${name}`),
    ['created', 'updated', 'deleted'].map((name) => `topic.${name}`),
    ['created', 'updated', 'deleted'].map((name) => `inbox.${name}`),
    ['created', 'folder.updated', 'assigned', 'unassigned', 'labels.updated'].map((name) => `inbox.thread.${name}`),
    ['received', 'sent'].map((name) => `inbox.email.${name}`),
    ['created', 'updated', 'sent', 'deleted'].map((name) => `inbox.draft.${name}`),
  );

/** At least one type, each once. */
export const eventsRule: FieldRule<readonly string[]> = {
  schema: {
    type: 'array',
    minItems: 1,
    items: { type: 'string', enum: webhookEventTypes },
    description: 'The types to send. Those of features that this server does not have never occur.',
  },
  parse(value, field) {
    if (!Array.isArray(value) || value.length === 0) {
      return { problem: `Invalid \`${field}\` field. It must be an array of at least one event type.` };
    }
    const types = new Set<string>();
    for (const type of value as readonly unknown[]) {
      const known = webhookEventTypes.find((each) => each === type);
      if (known === undefined) {
        return {
          problem: `Invalid \`${field}\` field. It holds something that is no event type, such as \`email.sent\`.`,
        };
      }
      types.add(known);
    }
    return { value: [...types] };
  },
};

const statusRule: FieldRule<WebhookStatus> = {
  schema: { type: 'string', enum: ['enabled', 'disabled'] },
  parse(value, field) {
    return value === 'enabled' || value === 'disabled'
      ? { value }
      : { problem: `Invalid \`${field}\` field. It must be \`enabled\` or \`disabled\`.` };
  },
};

/** POST /webhooks */
export class CreateWebhookBody {
  @Field(endpointRule, required) endpoint!: string;
  @Field(eventsRule, required) events!: readonly string[];
  @Field(headersRule) headers: EndpointOptions['headers'];
  @Field(domainIdsRule) domain_ids: EndpointOptions['domainIds'];
  @Field(tagsRule) tags: EndpointOptions['tags'];
  @Field(orderedRule) ordered: EndpointOptions['ordered'];
  @Field(rateRule) per_second: EndpointOptions['perSecond'];
}

/** PATCH /webhooks/{id} */
export class ChangeWebhookBody {
  @Field(endpointRule) endpoint: string | undefined;
  @Field(eventsRule) events: readonly string[] | undefined;
  @Field(headersRule) headers: EndpointOptions['headers'];
  @Field(domainIdsRule) domain_ids: EndpointOptions['domainIds'];
  @Field(tagsRule) tags: EndpointOptions['tags'];
  @Field(orderedRule) ordered: EndpointOptions['ordered'];
  @Field(rateRule) per_second: EndpointOptions['perSecond'];
  @Field(
    described(statusRule, 'While it is disabled nothing is sent, and what happens then is not sent later by itself.'),
  )
  status: WebhookStatus | undefined;
}

const object = 'webhook';
const id = '019a3f5e-7c1a-7d30-9c4b-8f7a0a5c8e77';
const signing_secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const endpoint = 'https://hooks.example.com/posthorn';
const events = ['email.delivered', 'email.bounced'];
const row = { id, endpoint, events, status: 'enabled', created_at: createdAt } as const;

const asUsual = { headers: { 'x-environment': 'production' }, domain_ids: [], tags: [], ordered: false, per_second: 0 };

const messageId = 'msg_019a3f5e7c1a8d21b6c04f7e93a5d8b2';
const message = { id: messageId, type: 'email.delivered', created_at: createdAt, status: 'success' } as const;
const eventParameter = {
  in: 'path',
  name: 'event_id',
  required: true,
  schema: { type: 'string' },
  description: 'The id of the message: `msg_…`.',
};
const messageParameters = [pathParameter, eventParameter];
const laterPage = (item: string) => [
  query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }, 'How many at most.'),
  query('after', { type: 'string' }, `Older than the ${item} with this id.`),
];
const listOfOneErrors = { ...oneErrors, 422: ['invalid_parameter', 'validation_error'] } as const;

export const createWebhook = post({
  path: '/webhooks',
  summary: 'Register an endpoint for webhooks',
  description: 'It is sent what happens from now on, as signed `POST` requests.',
  body: bodySchema(CreateWebhookBody),
  status: 201,
  answer: answers.webhookSecret,
  errors: { ...invalidBody, 403: ['validation_error'] },
  examples: {
    created: {
      summary: 'What becomes of emails',
      request: { endpoint, events },
      answer: { object, id, signing_secret },
    },
  },
});

export const listWebhooks = get({
  path: '/webhooks',
  summary: 'List endpoints, newest first',
  parameters: page,
  answer: answers.webhookList,
  errors: listErrors,
  examples: { list: { summary: 'One endpoint', answer: listOf(row) } },
});

export const getWebhook = get({
  path: '/webhooks/{id}',
  isPageRead: true,
  summary: 'Get an endpoint, with its signing secret',
  answer: answers.oneWebhook,
  examples: { one: { summary: 'It is enabled', answer: { object, ...row, signing_secret, ...asUsual } } },
});

export const changeWebhook = patch({
  path: '/webhooks/{id}',
  summary: 'Change an endpoint, enable or disable it',
  description: 'What is absent stays. Once enabled again, it is sent what happens from then on.',
  body: bodySchema(ChangeWebhookBody),
  answer: answers.changedWebhook,
  errors: { ...invalidBody, 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'] },
  examples: {
    changed: { summary: 'Other types', request: { events: ['email.bounced'] }, answer: { object, id } },
    disabled: { summary: 'Nothing is sent any more', request: { status: 'disabled' }, answer: { object, id } },
  },
});

export const deleteWebhook = remove({
  path: '/webhooks/{id}',
  summary: 'Delete an endpoint',
  answer: answers.deletedWebhook,
  examples: { deleted: { summary: 'It is gone', answer: { object, id, deleted: true } } },
});

export const rotateWebhookSecret = post({
  path: '/webhooks/{id}/signing-secret/rotate',
  summary: 'Make a new signing secret',
  description: 'For 24 hours the former one signs too, so that receivers can change over.',
  answer: answers.webhookSecret,
  errors: oneErrors,
  examples: { rotated: { summary: 'The new secret', answer: { object, id, signing_secret } } },
});

export const listWebhookMessages = get({
  path: '/webhooks/{id}/events',
  summary: 'List what an endpoint was sent, newest first',
  parameters: [pathParameter, ...laterPage('message')],
  answer: answers.webhookMessageList,
  errors: listOfOneErrors,
  examples: { list: { summary: 'One message, which was taken', answer: listOf(message) } },
});

export const getWebhookMessage = get({
  path: '/webhooks/{id}/events/{event_id}',
  isPageRead: true,
  summary: 'Get a message that an endpoint was sent',
  parameters: messageParameters,
  answer: answers.oneWebhookMessage,
  examples: {
    one: {
      summary: 'With its payload',
      answer: {
        object: 'webhook_event',
        ...message,
        next_attempt_at: null,
        payload: {
          type: 'email.delivered',
          created_at: '2026-01-02T03:04:05.678Z',
          data: {
            email_id: emailId,
            created_at: '2026-01-02T03:04:05.123Z',
            message_id: '<019a3f5e@posthorn.test>',
            from: 'Shop <onboarding@resend.dev>',
            to: ['delivered@resend.dev'],
            subject: 'Your order',
          },
        },
      },
    },
  },
});

export const listWebhookAttempts = get({
  path: '/webhooks/{id}/events/{event_id}/attempts',
  summary: 'List the attempts at a message, newest first',
  parameters: [...messageParameters, ...laterPage('attempt')],
  answer: answers.webhookAttemptList,
  errors: listOfOneErrors,
  examples: {
    list: {
      summary: 'It was taken at once',
      answer: listOf({
        id: 'atmpt_019a3f5e7c1a7d309c4b2f6f0a5c8e11',
        http_status_code: 200,
        response: 'ok',
        sent_at: createdAt,
      }),
    },
  },
});

export const replayWebhookMessage = post({
  path: '/webhooks/{id}/events/{event_id}/replay',
  summary: 'Send a message again, under the same id',
  parameters: messageParameters,
  answer: answers.replayedWebhookMessage,
  errors: listOfOneErrors,
  examples: { replayed: { summary: 'It goes out again', answer: { object: 'webhook_event', id: messageId } } },
});
