import { command, query } from '../access/use-case.js';
import type { Credentials } from '../../domain/user/credentials.js';
import { hasOtherWays } from '../../domain/user/user.js';
import type { IdentityProviders } from '../ports/identity-providers.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { isAddressProven } from './address-proof.js';
import { type PersonContext, type PeopleServices, provenance } from './people-services.js';
import { freeIdentity } from './linked-identity.js';
import { beginAtProvider, type BeginProviderSignInResult } from './provider-sign-in.js';

/** GET /dashboard-api/profile/identities */
export interface ListIdentities {
  readonly userId: string;
}

export interface IdentityView {
  readonly provider: string;
  /** For people to know the provider by; its id where the operator has taken it away. */
  readonly name: string;
  /** ISO 8601. */
  readonly linkedAt: string;
}

export const ListIdentities = query({
  name: 'ListIdentities',
  need: 'enrolling',
  run: async (
    services: Pick<PeopleServices, 'people' | 'identityProviders'>,
    { userId }: ListIdentities,
  ): Promise<readonly IdentityView[]> => {
    const { people, identityProviders } = services;
    const user = await people.user(userId);
    return user.status === 'none' ? [] : identitiesOf(identityProviders, user.credentials);
  },
});

export function identitiesOf({ list }: IdentityProviders, { identities }: Credentials): readonly IdentityView[] {
  return identities.map(({ provider, linkedAt }) => {
    const name = list.find(({ id }) => id === provider)?.name ?? provider;
    return { provider, name, linkedAt };
  });
}

/** POST /dashboard-api/profile/identities/{provider}: sends the browser there, to come back with the identity. */
export interface BeginLink {
  readonly by: PersonContext;
  readonly provider: string;
}

type BeginLinkResult = BeginProviderSignInResult | { readonly refused: 'address-unproven' };

export const BeginLink = command({
  name: 'BeginLink',
  need: 'oneself',
  proof: 'recent',
  run: async (services: PeopleServices, { by, provider }: BeginLink): Promise<BeginLinkResult> => {
    if (!(await isAddressProven(services.people, by.userId))) return { refused: 'address-unproven' };
    return beginAtProvider(services, provider, '/dashboard/settings/security', { linkTo: by.userId });
  },
});

/** DELETE /dashboard-api/profile/identities/{provider} */
export interface UnlinkIdentity {
  readonly by: PersonContext;
  readonly provider: string;
}
type UnlinkIdentityResult =
  | { readonly provider: string }
  | { readonly refused: 'not-found' }
  | { readonly refused: 'last-way-in' }
  | Unavailable;

export const UnlinkIdentity = command({
  name: 'UnlinkIdentity',
  need: 'oneself',
  proof: 'recent',
  /** The reservation goes first: what a crash leaves is an identity that is still listed, and can be unlinked again. */
  run: async (
    services: Pick<PeopleServices, 'people'>,
    { by, provider }: UnlinkIdentity,
  ): Promise<UnlinkIdentityResult> => {
    const { people } = services;
    const { userId } = by;
    const user = await people.user(userId);
    const linked =
      user.status === 'none' ? undefined : user.credentials.identities.find((each) => each.provider === provider);
    if (user.status === 'none' || linked === undefined) return { refused: 'not-found' };
    if (!hasOtherWays(user)) return { refused: 'last-way-in' };
    const { identityHash } = linked;
    await freeIdentity(people, provenance(by), userId, identityHash);
    const handled = await people.writeUser(provenance(by), userId, { type: 'UnlinkIdentity', identityHash });
    if (!('refused' in handled)) return { provider };
    return handled.refused === 'last-way-in' ? { refused: 'last-way-in' } : unavailable;
  },
});
