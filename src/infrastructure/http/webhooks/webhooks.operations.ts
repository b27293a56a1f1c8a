import { may } from '../../../application/access/may.js';
import {
  ChangeWebhook,
  CreateWebhook,
  DeleteWebhook,
  RotateWebhookSecret,
} from '../../../application/webhook/manage-webhooks.js';
import { GetWebhook, ListWebhooks } from '../../../application/webhook/read-webhooks.js';
import { inList } from '../edge/page.js';
import { invalidBody, page } from '../openapi/operation.js';
import { get, patch, post, remove } from '../openapi/served.js';
import { createdAt, listOf } from '../openapi/shared-examples.js';
import { changed, deleted, oneChanged, oneDeleted } from '../openapi/shared-schemas.js';
import * as answers from './webhooks.answers.js';
import { ChangeWebhookBody, CreateWebhookBody, optionsOf } from './webhooks.bodies.js';

const object = 'webhook' as const;
const id = '019a3f5e-7c1a-7d30-9c4b-8f7a0a5c8e77';
const signing_secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const endpoint = 'https://hooks.example.com/posthorn';
const events = ['email.delivered', 'email.bounced'];
const row = { id, endpoint, events, status: 'enabled', created_at: createdAt } as const;

const asUsual = {
  headers: { 'x-environment': 'production' },
  domain_ids: [],
  tags: [],
  ordered: false,
  per_second: 0,
  machine_hits: false,
};

const presentSecret = (made: { readonly id: string; readonly secret: string }) => ({
  object,
  id: made.id,
  signing_secret: made.secret,
});

export const createWebhook = post({
  path: '/webhooks',
  summary: 'Create a webhook endpoint',
  description: 'The endpoint gets all events from now on as signed `POST` requests.',
  body: CreateWebhookBody,
  status: 201,
  answer: answers.webhookSecret,
  errors: { ...invalidBody, 403: ['validation_error'] },
  examples: {
    created: {
      summary: 'An endpoint for delivered and bounced email',
      request: { endpoint, events },
      answer: { object, id, signing_secret },
    },
  },
  runs: CreateWebhook,
  input: ({ context, body }) => ({
    context,
    endpoint: body.endpoint,
    events: body.events,
    options: optionsOf(body),
  }),
  present: presentSecret,
});

export const listWebhooks = get({
  path: '/webhooks',
  summary: 'List webhook endpoints, newest first',
  parameters: page,
  answer: answers.webhookList,
  examples: { list: { summary: 'One endpoint', answer: listOf(row) } },
  runs: ListWebhooks,
  input: ({ teamId, page }) => ({ teamId, page }),
  present: inList(answers.presentWebhook),
});

export const getWebhook = get({
  path: '/webhooks/{id}',
  isPageRead: true,
  summary: 'Get a webhook endpoint and its signing secret',
  answer: answers.oneWebhook,
  examples: { one: { summary: 'An enabled endpoint', answer: { object, ...row, signing_secret, ...asUsual } } },
  runs: GetWebhook,
  input: ({ teamId, path }) => ({ teamId, webhookId: path.id }),
  present: (found, { caller }) => answers.presentOneWebhook(found, may(caller.rights, 'member')),
});

export const changeWebhook = patch({
  path: '/webhooks/{id}',
  summary: 'Change, enable, or disable a webhook endpoint',
  description: 'Absent fields do not change. After an endpoint is enabled again, it gets only new events.',
  body: ChangeWebhookBody,
  answer: oneChanged(object),
  examples: {
    changed: { summary: 'Other event types', request: { events: ['email.bounced'] }, answer: { object, id } },
    disabled: { summary: 'A disabled endpoint', request: { status: 'disabled' }, answer: { object, id } },
  },
  runs: ChangeWebhook,
  input({ context, path, body }) {
    const { endpoint, events, status } = body;
    return { context, webhookId: path.id, changes: { endpoint, events, status, ...optionsOf(body) } };
  },
  present: changed(object),
});

export const deleteWebhook = remove({
  path: '/webhooks/{id}',
  summary: 'Delete a webhook endpoint',
  answer: oneDeleted(object),
  examples: { deleted: { summary: 'A deleted endpoint', answer: { object, id, deleted: true } } },
  runs: DeleteWebhook,
  input: ({ context, path }) => ({ context, webhookId: path.id }),
  present: deleted(object),
});

export const rotateWebhookSecret = post({
  path: '/webhooks/{id}/signing-secret/rotate',
  summary: 'Rotate the signing secret',
  description: 'For 24 hours, messages are also signed with the previous secret.',
  answer: answers.webhookSecret,
  examples: { rotated: { summary: 'A new signing secret', answer: { object, id, signing_secret } } },
  runs: RotateWebhookSecret,
  input: ({ context, path }) => ({ context, webhookId: path.id }),
  present: presentSecret,
});
