import { Command, CommandHandler, type ICommandHandler, type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { hasOtherWays } from '../../domain/user/user.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { isAddressProven } from './address-proof.js';
import { type Asking, type PeopleServices, provenance } from './asking.js';
import { freeIdentity } from './linked-identity.js';
import { beginAtProvider, type BeginProviderSignInResult } from './provider-sign-in.js';

/** GET /dashboard-api/profile/identities */
export class ListIdentitiesQuery extends Query<readonly IdentityView[]> {
  constructor(readonly userId: string) {
    super();
  }
}

export interface IdentityView {
  readonly provider: string;
  /** For people to know the provider by; its id where the operator has taken it away. */
  readonly name: string;
  /** ISO 8601. */
  readonly linkedAt: string;
}

@QueryHandler(ListIdentitiesQuery)
export class ListIdentitiesHandler implements IQueryHandler<ListIdentitiesQuery> {
  constructor(private readonly services: Pick<PeopleServices, 'people' | 'identityProviders'>) {}

  async execute({ userId }: ListIdentitiesQuery): Promise<readonly IdentityView[]> {
    const { people, identityProviders } = this.services;
    const user = await people.user(userId);
    if (user.status === 'none') return [];
    return user.credentials.identities.map(({ provider, linkedAt }) => {
      const name = identityProviders.list.find(({ id }) => id === provider)?.name ?? provider;
      return { provider, name, linkedAt };
    });
  }
}

/** POST /dashboard-api/profile/identities/{provider}: sends the browser there, to come back with the identity. */
export class BeginLinkCommand extends Command<BeginLinkResult> {
  constructor(
    readonly by: Asking,
    readonly provider: string,
  ) {
    super();
  }
}

export type BeginLinkResult = BeginProviderSignInResult | { readonly refused: 'address-unproven' };

@CommandHandler(BeginLinkCommand)
export class BeginLinkHandler implements ICommandHandler<BeginLinkCommand> {
  constructor(private readonly services: PeopleServices) {}

  async execute({ by, provider }: BeginLinkCommand): Promise<BeginLinkResult> {
    if (!(await isAddressProven(this.services.people, by.userId))) return { refused: 'address-unproven' };
    return beginAtProvider(this.services, provider, '/dashboard/settings/security', { linkTo: by.userId });
  }
}

/** DELETE /dashboard-api/profile/identities/{provider} */
export class UnlinkIdentityCommand extends Command<UnlinkIdentityResult> {
  constructor(
    readonly by: Asking,
    readonly provider: string,
  ) {
    super();
  }
}
export type UnlinkIdentityResult =
  | { readonly provider: string }
  | { readonly refused: 'not-found' }
  | { readonly refused: 'last-way-in' }
  | Unavailable;

@CommandHandler(UnlinkIdentityCommand)
export class UnlinkIdentityHandler implements ICommandHandler<UnlinkIdentityCommand> {
  constructor(private readonly services: Pick<PeopleServices, 'people'>) {}

  /** The reservation goes first: what a crash leaves is an identity that is still listed, and can be unlinked again. */
  async execute({ by, provider }: UnlinkIdentityCommand): Promise<UnlinkIdentityResult> {
    const { people } = this.services;
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
  }
}
