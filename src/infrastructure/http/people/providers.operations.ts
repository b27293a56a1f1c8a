import { bodySchema } from '../edge/field.js';
import { get, invalidBody, post, query, remove } from '../openapi/operation.js';
import * as answers from './people.answers.js';
import * as examples from './people.examples.js';
import { LookBody } from './team.operations.js';

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

const beginErrors = {
  403: ['invalid_access', 'reauthentication_required', 'security_error'],
  404: ['not_found'],
} as const;

export const beginInvitationAtProvider = post({
  path: '/dashboard-api/invitations/providers/{provider}',
  summary: 'Begin to accept an invitation with an identity at a provider',
  description:
    'The browser goes to the address, and comes back signed in. The provider must vouch for the address that was invited.',
  access: 'visitor',
  parameters: [provider],
  body: bodySchema(LookBody),
  answer: answers.providerVisit,
  examples: examples.example('Where to go', examples.providerVisit, { token: examples.token }),
  errors: { ...invalidBody, ...beginErrors, 429: ['rate_limit_exceeded'] },
});

export const listIdentities = get({
  path: '/dashboard-api/profile/identities',
  summary: 'List the providers by which one signs in',
  access: 'person',
  need: 'oneself',
  answer: answers.identityList,
  examples: examples.example('One provider', examples.identities),
  errors: {},
});

export const linkIdentity = post({
  path: '/dashboard-api/profile/identities/{provider}',
  summary: 'Begin to sign in by a provider too',
  description: 'The browser goes to the address, and comes back to the settings.',
  access: 'person',
  need: 'oneself',
  parameters: [provider],
  answer: answers.providerVisit,
  examples: examples.example('Where to go', examples.providerVisit),
  errors: beginErrors,
});

export const unlinkIdentity = remove({
  path: '/dashboard-api/profile/identities/{provider}',
  summary: 'Sign in by a provider no longer',
  description: 'The last way into an account stays.',
  access: 'person',
  need: 'oneself',
  parameters: [provider],
  answer: answers.unlinkedIdentity,
  examples: examples.example('Unlinked', examples.unlinkedIdentity),
  errors: {
    403: ['invalid_access', 'reauthentication_required', 'security_error'],
    404: ['not_found'],
    422: ['validation_error'],
  },
});
