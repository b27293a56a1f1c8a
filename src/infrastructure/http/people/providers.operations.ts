import { BeginLink, ListIdentities, UnlinkIdentity } from '../../../application/people/identities.js';
import { BeginInvitationAtProvider } from '../../../application/people/provider-sign-in.js';
import { setStep } from '../edge/cookies.js';
import { listOf } from '../edge/page.js';
import { invalidBody } from '../openapi/operation.js';
import { type Asked, get, post, remove } from '../openapi/served.js';
import * as answers from './people.answers.js';
import * as examples from './people.examples.js';
import { presentIdentity } from './present.js';
import { LookBody } from './team.operations.js';

export const provider = {
  in: 'path',
  name: 'provider',
  required: true,
  schema: { type: 'string' },
  description: 'As in `sign-in-options`.',
};
/** The browser keeps in a cookie that it was sent there. */
function visit(
  { url, step }: { readonly url: string; readonly step: string },
  { reply, options }: Pick<Asked, 'reply' | 'options'>,
) {
  setStep(reply, 'provider', step, options.publicUrl);
  return { object: 'provider_visit', url } as const;
}

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
  body: LookBody,
  answer: answers.providerVisit,
  examples: examples.example('Where to go', examples.providerVisit, { token: examples.token }),
  errors: { ...invalidBody, ...beginErrors, 429: ['rate_limit_exceeded'] },
  runs: BeginInvitationAtProvider,
  input: ({ path, body: { token } }) => ({ provider: path.provider, token }),
  present: visit,
});

export const listIdentities = get({
  path: '/dashboard-api/profile/identities',
  summary: 'List the providers by which one signs in',
  access: 'person',
  answer: answers.identityList,
  examples: examples.example('One provider', examples.identities),
  errors: {},
  runs: ListIdentities,
  input: ({ person: { userId } }) => ({ userId }),
  present: (found) => listOf(found.map(presentIdentity), false),
});

export const linkIdentity = post({
  path: '/dashboard-api/profile/identities/{provider}',
  summary: 'Begin to sign in by a provider too',
  description: 'The browser goes to the address, and comes back to the settings.',
  access: 'person',
  parameters: [provider],
  answer: answers.providerVisit,
  examples: examples.example('Where to go', examples.providerVisit),
  errors: beginErrors,
  runs: BeginLink,
  input: ({ person, path }) => ({ by: person, provider: path.provider }),
  present: visit,
});

export const unlinkIdentity = remove({
  path: '/dashboard-api/profile/identities/{provider}',
  summary: 'Sign in by a provider no longer',
  description: 'The last way into an account stays.',
  access: 'person',
  parameters: [provider],
  answer: answers.unlinkedIdentity,
  examples: examples.example('Unlinked', examples.unlinkedIdentity),
  errors: {
    403: ['invalid_access', 'reauthentication_required', 'security_error'],
    404: ['not_found'],
    422: ['validation_error'],
  },
  runs: UnlinkIdentity,
  input: ({ person, path }) => ({ by: person, provider: path.provider }),
  present: (unlinked) => ({ object: 'identity', provider: unlinked.provider, unlinked: true }) as const,
});
