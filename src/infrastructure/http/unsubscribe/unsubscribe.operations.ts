import type { JsonSchema } from '../edge/field.js';
import { open, type Operation } from '../openapi/operation.js';

const token = {
  in: 'path',
  name: 'token',
  required: true,
  schema: { type: 'string' },
  description: 'As in the link, which is signed for one recipient of one email.',
};
const text = (description: string): JsonSchema => ({ type: 'string', description });
const form = text('What the page put into its form.');

const page = {
  parameters: [token],
  answer: undefined,
  mediaType: 'text/html',
  hasErrorPage: true,
  errors: { 404: ['not_found'], 429: ['rate_limit_exceeded'], 503: ['application_error'] },
} as const;
const changingPage = {
  ...page,
  method: 'post',
  takesForms: true,
  errors: {
    ...page.errors,
    400: ['validation_error'],
    403: ['security_error'],
    408: ['validation_error'],
    413: ['validation_error'],
    422: ['validation_error'],
  },
} as const satisfies Partial<Operation>;

export const openUnsubscribe = open({
  path: '/unsubscribe/{token}',
  summary: 'The page that a link to unsubscribe opens',
  description: 'It asks, and changes nothing: programs that follow every link of an email unsubscribe no one.',
  ...page,
});

export const unsubscribe = open({
  path: '/unsubscribe/{token}',
  summary: 'Unsubscribe from the topic of an email, or from all marketing',
  description:
    'One-click as mailbox providers send it (RFC 8058), without a key, a cookie or a page before; or the form of the page.',
  ...changingPage,
  body: {
    type: 'object',
    properties: {
      'List-Unsubscribe': { ...text('From a mailbox provider.'), enum: ['One-Click'] },
      form,
    },
    required: [],
  },
});

export const openPreferences = open({
  path: '/preferences/{token}',
  summary: 'The page on which a person chooses what to get',
  ...page,
});

export const savePreferences = open({
  path: '/preferences/{token}',
  summary: 'Save what a person chose',
  ...changingPage,
  body: {
    type: 'object',
    properties: {
      form,
      shown: { type: 'array', items: { type: 'string' }, description: 'Ids of the topics that the page showed.' },
      topic: { type: 'array', items: { type: 'string' }, description: 'Ids of those that are wanted.' },
      none: { ...text('Where no marketing is wanted at all.'), enum: ['1'] },
    },
    required: ['form'],
  },
});
