import { get, query } from '../openapi/operation.js';

const provider = {
  in: 'path',
  name: 'provider',
  required: true,
  schema: { type: 'string' },
  description: 'As in `sign-in-options`.',
};
/** The browser opens this address itself: an error is shown on the page that it is redirected to. */
const redirect = {
  access: 'visitor',
  status: 302,
  answer: undefined,
  mediaType: 'text/html',
  errors: { 429: ['rate_limit_exceeded'] },
} as const;

export const beginProviderSignIn = get({
  ...redirect,
  path: '/dashboard-api/sign-in/providers/{provider}',
  summary: 'Send the browser to a provider to sign in there',
  parameters: [
    provider,
    query('return_to', { type: 'string' }, 'A path of the dashboard, where the browser is to be in the end.'),
  ],
});

export const finishProviderSignIn = get({
  ...redirect,
  path: '/dashboard-api/sign-in/providers/{provider}/callback',
  summary: 'Where a provider sends the browser back to',
  parameters: [provider],
});
