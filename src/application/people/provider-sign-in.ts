import { command } from '../access/use-case.js';
import type { ExistingUser } from '../../domain/user/user.js';
import type { ExternalIdentity, ProviderRefusal } from '../ports/identity-providers.js';
import { unavailable } from '../shared/context.js';
import { acceptByProvider } from './accept-invitation.js';
import { userIdOf } from './accounts.js';
import { proveAddress, vouchesFor } from './address-proof.js';
import { orUnavailable, type PeopleServices } from './people-services.js';
import { type Entered, enter } from './enter.js';
import { holderOf, identityHashOf, linkIdentity } from './linked-identity.js';
import { type People, provenanceOf } from './people.js';
import type { Visitor } from './sessions.js';
import { openStep, sealStep, type Steps } from './steps.js';

/** GET /dashboard-api/sign-in/providers/{provider}. `returnTo`: a path of the dashboard. */
export interface BeginProviderSignIn {
  readonly provider: string;
  readonly returnTo: string;
}
export type BeginProviderSignInResult =
  | { readonly url: string; readonly step: string }
  | { readonly refused: Extract<ProviderRefusal, 'unknown-provider' | 'provider-unavailable'> };

/** For what else a browser may be sent to a provider. */
export type ProviderPurpose = Pick<Steps['provider'], 'linkTo' | 'invitation'>;

export const BeginProviderSignIn = command({
  name: 'BeginProviderSignIn',
  need: 'anyone',
  run: (services: PeopleServices, { provider, returnTo }: BeginProviderSignIn): Promise<BeginProviderSignInResult> =>
    beginAtProvider(services, provider, returnTo),
});

export async function beginAtProvider(
  { people, identityProviders }: Pick<PeopleServices, 'people' | 'identityProviders'>,
  provider: string,
  returnTo: string,
  purpose: ProviderPurpose = {},
): Promise<BeginProviderSignInResult> {
  const begun = await identityProviders.begin(provider);
  if ('refused' in begun) return begun;
  return { url: begun.url, step: sealStep(people, 'provider', { provider, kept: begun.kept, returnTo, ...purpose }) };
}

/** POST /dashboard-api/invitations/providers/{provider}: to accept an invitation with the identity there. */
export interface BeginInvitationAtProvider {
  readonly provider: string;
  readonly token: string;
}

export const BeginInvitationAtProvider = command({
  name: 'BeginInvitationAtProvider',
  need: 'anyone',
  run: (
    services: PeopleServices,
    { provider, token }: BeginInvitationAtProvider,
  ): Promise<BeginProviderSignInResult> => {
    // Where the address has an account by now, its owner is signed in, and accepts on that page.
    const returnTo = `/dashboard/invitation?token=${encodeURIComponent(token)}`;
    return beginAtProvider(services, provider, returnTo, { invitation: token });
  },
});

/** GET /dashboard-api/sign-in/providers/{provider}/callback */
export interface FinishProviderSignIn {
  readonly visitor: Visitor;
  readonly provider: string;
  readonly query: string;
  readonly step: string | null;
}
/**
 * `no-account`: no account has this identity or its address, or the account has another identity of this provider.
 * `identity-taken`: another account has it. `other-address`: the provider vouches for another one than the invited.
 */
type FinishProviderSignInResult =
  | ((Exclude<Entered, { readonly refused: unknown }> | { readonly state: 'linked' }) & { readonly returnTo: string })
  | Extract<Entered, { readonly refused: unknown }>
  | {
      readonly refused:
        | ProviderRefusal
        | 'sign-in-expired'
        | 'no-account'
        | 'identity-taken'
        | 'address-unproven'
        | 'other-address'
        | 'link-invalid';
      /** Where the person sees the result; absent: where people sign in. */
      readonly page?: string;
    };

export const FinishProviderSignIn = command({
  name: 'FinishProviderSignIn',
  need: 'anyone',
  run: (services: PeopleServices, command: FinishProviderSignIn): Promise<FinishProviderSignInResult> =>
    orUnavailable(() => finishProviderSignIn(services, command)),
});

/**
 * The first time the verified address finds the account; from then on only the provider's own name for the person does.
 */
async function finishProviderSignIn(
  services: PeopleServices,
  { visitor, provider, query, step }: FinishProviderSignIn,
): Promise<FinishProviderSignInResult> {
  const { people, identityProviders } = services;
  const begun = openStep(people, 'provider', step);
  if (begun?.provider !== provider) return { refused: 'sign-in-expired' };
  const found = await identityProviders.finish(provider, query, begun.kept);
  if ('refused' in found) return begun.linkTo === undefined ? found : { ...found, page: begun.returnTo };
  const { identity } = found;
  const { returnTo, linkTo, invitation } = begun;
  if (linkTo !== undefined) return linkOwn(services, visitor, { userId: linkTo, identity, returnTo });
  const userId = (await holderOf(people, identity)) ?? (await userIdOf(people, identity.email));
  if (userId === undefined && invitation !== undefined) {
    const accepted = await acceptByProvider(services, visitor, invitation, identity);
    return 'refused' in accepted ? accepted : { ...accepted, returnTo: '/dashboard' };
  }
  if (userId === undefined) return { refused: 'no-account' };
  const by = provenanceOf({ teamId: null, userId, correlationId: visitor.correlationId });
  const loaded = await people.openUser(userId);
  let { state: user } = loaded;
  if (user.status !== 'active') return { refused: 'no-account' };
  if (!user.addressProven) {
    // The first to show that the address is theirs: the account is entered by this provider alone from now on.
    if (!vouchesFor(people, identity, user)) return { refused: 'no-account' };
    const proven = await proveAddress(people, by, loaded, { by: 'provider', passwordHash: null, visitor });
    if (typeof proven === 'string') return unavailable;
    user = proven;
  }
  if (hasOther(user, people, identity)) return { refused: 'no-account' };
  if ((await linkIdentity(people, by, userId, identity)) !== 'linked') return unavailable;
  const entered = await enter(services, { user, visitor, way: provider, isTwoFactors: false });
  return 'refused' in entered ? entered : { ...entered, returnTo };
}

/** The person must still be signed in: the address that leads back may have been opened by another one. */
async function linkOwn(
  { people }: PeopleServices,
  { sessionToken, correlationId }: Visitor,
  {
    userId,
    identity,
    returnTo,
  }: { readonly userId: string; readonly identity: ExternalIdentity; readonly returnTo: string },
): Promise<FinishProviderSignInResult> {
  const signedIn = sessionToken === null ? undefined : await people.resolve(sessionToken);
  if (signedIn?.userId !== userId) return { refused: 'sign-in-expired' };
  // As the log has it: the address may have been proven in another process a moment ago.
  const { state: user } = await people.openUser(userId);
  if (user.status === 'active' && !user.addressProven) return { refused: 'address-unproven', page: returnTo };
  if (user.status !== 'active' || hasOther(user, people, identity))
    return { refused: 'identity-taken', page: returnTo };
  const linked = await linkIdentity(people, provenanceOf({ ...signedIn, correlationId }), userId, identity);
  if (linked === 'taken') return { refused: 'identity-taken', page: returnTo };
  return linked === 'linked' ? { state: 'linked', returnTo } : unavailable;
}

/** One identity of each provider for an account. */
function hasOther({ credentials }: ExistingUser, people: People, identity: ExternalIdentity): boolean {
  const identityHash = identityHashOf(people, identity);
  return credentials.identities.some(
    (each) => each.provider === identity.provider && each.identityHash !== identityHash,
  );
}
