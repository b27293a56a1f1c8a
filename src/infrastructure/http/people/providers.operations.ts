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
  description: 'The ID of a sign-in provider, from `GET /dashboard-api/sign-in-options`.',
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
  summary: 'Start accepting an invitation with a sign-in provider',
  description:
    'Returns the URL to open in the browser. After the sign-in, the provider redirects the browser to the dashboard. The provider must confirm the invited address.',
  access: 'visitor',
  parameters: [provider],
  body: LookBody,
  answer: answers.providerVisit,
  examples: examples.example('The provider’s sign-in URL', examples.providerVisit, { token: examples.token }),
  errors: { ...invalidBody, ...beginErrors, 429: ['rate_limit_exceeded'] },
  runs: BeginInvitationAtProvider,
  input: ({ path, body: { token } }) => ({ provider: path.provider, token }),
  present: visit,
});

export const listIdentities = get({
  path: '/dashboard-api/profile/identities',
  summary: 'List your linked sign-in providers',
  access: 'person',
  answer: answers.identityList,
  examples: examples.example('One linked provider', examples.identities),
  errors: {},
  runs: ListIdentities,
  input: ({ person: { userId } }) => ({ userId }),
  present: (found) => listOf(found.map(presentIdentity), false),
});

export const linkIdentity = post({
  path: '/dashboard-api/profile/identities/{provider}',
  summary: 'Start linking a sign-in provider',
  description:
    'Returns the URL to open in the browser. After the sign-in, the provider redirects the browser to the settings in the dashboard.',
  access: 'person',
  parameters: [provider],
  answer: answers.providerVisit,
  examples: examples.example('The provider’s sign-in URL', examples.providerVisit),
  errors: beginErrors,
  runs: BeginLink,
  input: ({ person, path }) => ({ by: person, provider: path.provider }),
  present: visit,
});

export const unlinkIdentity = remove({
  path: '/dashboard-api/profile/identities/{provider}',
  summary: 'Unlink a sign-in provider',
  description: 'The last sign-in method of an account can’t be removed.',
  access: 'person',
  parameters: [provider],
  answer: answers.unlinkedIdentity,
  examples: examples.example('An unlinked provider', examples.unlinkedIdentity),
  errors: {
    403: ['invalid_access', 'reauthentication_required', 'security_error'],
    404: ['not_found'],
    422: ['validation_error'],
  },
  runs: UnlinkIdentity,
  input: ({ person, path }) => ({ by: person, provider: path.provider }),
  present: (unlinked) => ({ object: 'identity', provider: unlinked.provider, unlinked: true }) as const,
});
