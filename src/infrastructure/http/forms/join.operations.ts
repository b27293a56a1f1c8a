import type { JsonSchema } from '../edge/field.js';
import { open, type Operation } from '../openapi/operation.js';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const inPath = (name: string, description: string): JsonSchema => ({
  in: 'path',
  name,
  required: true,
  schema: text(description),
  description,
});
const formToken = text('What the page put into its form.');

const page = {
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

const ofForm = [inPath('id', 'The id of the form.')];
const ofLink = [inPath('token', 'As in the link, which is signed for one email.')];

export const openJoinForm = open({
  path: '/subscribe/{id}',
  summary: 'A form’s own page',
  parameters: ofForm,
  ...page,
});

export const submitJoinForm = open({
  path: '/subscribe/{id}',
  summary: 'Join by a form',
  description:
    'A form of html, answered by a page or a redirect, or JSON, answered by JSON (also a form sent with `Accept: application/json`). Browsers may send it from the sites that the form names. The answer is the same whether the address is known or not.',
  parameters: ofForm,
  ...changingPage,
  body: {
    type: 'object',
    properties: {
      email: text('Who joins.'),
      website: text('A trap for programs: people do not see it and leave it empty.'),
      form: formToken,
    },
    required: ['email'],
  },
});

export const openConfirmation = open({
  path: '/confirm/{token}',
  summary: 'The page that a link to confirm opens',
  description: 'It asks, and changes nothing: programs that follow every link of an email subscribe no one.',
  parameters: ofLink,
  ...page,
});

export const confirmJoining = open({
  path: '/confirm/{token}',
  summary: 'Confirm that one wants to join',
  parameters: ofLink,
  ...changingPage,
  body: { type: 'object', properties: { form: formToken }, required: ['form'] },
});
