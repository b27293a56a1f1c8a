import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { streamName } from '../../domain/shared/stream-name.js';
import { userIdentity } from '../../domain/user/user-identity.js';
import type { ExternalIdentity, ProviderRefusal } from '../ports/identity-providers.js';
import { unavailable } from '../shared/context.js';
import { handle, load, type Provenance } from '../shared/handle.js';
import { userIdOf } from './accounts.js';
import { orUnavailable, type PeopleServices } from './asking.js';
import { type Entered, enter } from './enter.js';
import { type People, provenanceOf } from './people.js';
import type { Visitor } from './sessions.js';
import { openStep, sealStep } from './steps.js';

/** GET /dashboard-api/sign-in/providers/{provider}. `returnTo`: a path of the dashboard. */
export class BeginProviderSignInCommand extends Command<BeginProviderSignInResult> {
  constructor(
    readonly provider: string,
    readonly returnTo: string,
  ) {
    super();
  }
}
export type BeginProviderSignInResult =
  | { readonly url: string; readonly step: string }
  | { readonly refused: Extract<ProviderRefusal, 'unknown-provider' | 'provider-unavailable'> };

@CommandHandler(BeginProviderSignInCommand)
export class BeginProviderSignInHandler implements ICommandHandler<BeginProviderSignInCommand> {
  constructor(private readonly services: PeopleServices) {}

  async execute({ provider, returnTo }: BeginProviderSignInCommand): Promise<BeginProviderSignInResult> {
    const { people, identityProviders } = this.services;
    const begun = await identityProviders.begin(provider);
    if ('refused' in begun) return begun;
    return { url: begun.url, step: sealStep(people, 'provider', { provider, kept: begun.kept, returnTo }) };
  }
}

/** GET /dashboard-api/sign-in/providers/{provider}/callback */
export class FinishProviderSignInCommand extends Command<FinishProviderSignInResult> {
  constructor(
    readonly visitor: Visitor,
    readonly provider: string,
    readonly query: string,
    readonly step: string | null,
  ) {
    super();
  }
}
/** `no-account`: no account has this identity or its address, or the account has another identity of this provider. */
export type FinishProviderSignInResult =
  | (Exclude<Entered, { readonly refused: unknown }> & { readonly returnTo: string })
  | Extract<Entered, { readonly refused: unknown }>
  | { readonly refused: ProviderRefusal | 'sign-in-expired' | 'no-account' };

@CommandHandler(FinishProviderSignInCommand)
export class FinishProviderSignInHandler implements ICommandHandler<FinishProviderSignInCommand> {
  constructor(private readonly services: PeopleServices) {}

  execute(command: FinishProviderSignInCommand): Promise<FinishProviderSignInResult> {
    return orUnavailable(() => finishProviderSignIn(this.services, command));
  }
}

/** The first time the verified address finds the account; from then on only the provider's own name for the person does. */
export async function finishProviderSignIn(
  services: PeopleServices,
  { visitor, provider, query, step }: FinishProviderSignInCommand,
): Promise<FinishProviderSignInResult> {
  const { people, identityProviders } = services;
  const begun = openStep(people, 'provider', step);
  if (begun?.provider !== provider) return { refused: 'sign-in-expired' };
  const found = await identityProviders.finish(provider, query, begun.kept);
  if ('refused' in found) return found;
  const { identity } = found;
  const userId = (await holderOf(people, identity)) ?? (await userIdOf(people, identity.email));
  if (userId === undefined) return { refused: 'no-account' };
  const { state: user } = await people.openUser(userId);
  if (user.status !== 'active') return { refused: 'no-account' };
  const identityHash = hashOf(people, identity);
  const hasOther = user.credentials.identities.some(
    (each) => each.provider === provider && each.identityHash !== identityHash,
  );
  if (hasOther) return { refused: 'no-account' };
  const by = provenanceOf({ teamId: null, userId, correlationId: visitor.correlationId });
  if (!(await link(people, by, userId, identity))) return unavailable;
  const entered = await enter(services, { user, visitor, way: provider, isTwoFactors: false });
  return 'refused' in entered ? entered : { ...entered, returnTo: begun.returnTo };
}

/** Takes the identity, then notes it at the user; quiet where both are so. */
async function link(people: People, by: Provenance, userId: string, identity: ExternalIdentity): Promise<boolean> {
  const { ports } = people;
  const stream = identityStream(people, identity);
  const taken = await handle(ports, userIdentity, stream, { type: 'TakeIdentity', userId }, by);
  if ('refused' in taken) return false;
  const identityHash = hashOf(people, identity);
  const linked = await people.writeUser(by, userId, {
    type: 'LinkIdentity',
    provider: identity.provider,
    identityHash,
  });
  return !('refused' in linked);
}

async function holderOf(people: People, identity: ExternalIdentity): Promise<string | undefined> {
  const { state } = await load(people.ports, userIdentity, identityStream(people, identity));
  return state.userId ?? undefined;
}

const identityStream = (people: People, identity: ExternalIdentity) =>
  streamName('useridentity', hashOf(people, identity));

function hashOf(people: People, { issuer, subject }: ExternalIdentity): string {
  return people.ports.hash.hash('identity', [issuer, subject]);
}
