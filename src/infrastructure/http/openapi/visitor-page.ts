import type { JsonSchema } from '../edge/field.js';
import type { Operation } from './operation.js';

/* Pages that visitors open by a link, and what their forms send: they answer html, errors too. */

export const text = (description: string): JsonSchema => ({ type: 'string', description });

export const inPath = (name: string, description: string): JsonSchema => ({
  in: 'path',
  name,
  required: true,
  schema: { type: 'string' },
  description,
});

/** A field of every form. */
export const formToken = text('The token from the form of the page.');

export const page = {
  answer: undefined,
  mediaType: 'text/html',
  hasErrorPage: true,
  errors: { 404: ['not_found'], 429: ['rate_limit_exceeded'], 503: ['application_error'] },
} as const;

export const changingPage = {
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
