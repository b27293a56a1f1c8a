import type { ProofKind } from '../../domain/session/events.js';
import { reveal } from '../../domain/shared/personal.js';
import type { ExistingUser } from '../../domain/user/user.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import type { PeopleServices } from './people-services.js';
import { type OpenedSession, startSession, teamsOf, type Visitor } from './sessions.js';
import { sealStep } from './steps.js';

/** A person has proved who they are, in one way. */
export interface Entry {
  readonly user: ExistingUser;
  readonly visitor: Visitor;
  /** `password`, `passkey`, or the provider. */
  readonly way: string;
  /** A passkey whose device asked for a finger, a face or a PIN. */
  readonly isTwoFactors: boolean;
}

export type Entered =
  | { readonly state: 'signed_in'; readonly session: OpenedSession }
  /** `step`: for the request that brings the code or the passkey. */
  | { readonly state: 'second_factor'; readonly step: string }
  | { readonly refused: 'sso-required' }
  | Unavailable;

/** What follows: a session, a question for one of the account's factors, or the way that a team prescribes. */
export async function enter(services: PeopleServices, { user, visitor, way, isTwoFactors }: Entry): Promise<Entered> {
  const { people } = services;
  const { userId, epoch } = user;
  const prescribed = await prescribedWay(services, user);
  if (prescribed !== undefined && prescribed !== way) return { refused: 'sso-required' };
  const { app, passkeys } = people.factorsOf(user);
  // A passkey that was only touched is one factor: the app is the other, where there is one.
  const isAsked = app || (passkeys && way !== 'passkey');
  if (!isTwoFactors && isAsked) {
    return { state: 'second_factor', step: sealStep(people, 'code', { userId, epoch }) };
  }
  const proof = proofOf(way, isTwoFactors);
  const session = await startSession(people, { user, visitor, secondFactor: isTwoFactors, proof });
  return session === undefined ? unavailable : { state: 'signed_in', session };
}

/** A passkey that was only touched opens a session, and nothing that asks for proof. */
function proofOf(way: string, isTwoFactors: boolean): ProofKind | undefined {
  if (way === 'passkey') return isTwoFactors ? 'passkey' : undefined;
  return way === 'password' ? 'password' : 'provider';
}

async function prescribedWay(services: PeopleServices, user: ExistingUser): Promise<string | undefined> {
  const address = reveal(user.profile)?.email ?? '';
  for (const teamId of await teamsOf(services.people, user.userId)) {
    const provider = await prescribedIn(services, teamId, address);
    if (provider !== undefined) return provider;
  }
  return undefined;
}

/**
 * The provider that a team prescribes to the people of a domain. A provider that the operator has taken away
 * prescribes nothing: otherwise these people could not sign in any more.
 */
export async function prescribedIn(
  { people, domains, identityProviders }: Pick<PeopleServices, 'people' | 'domains' | 'identityProviders'>,
  teamId: string,
  address: string,
): Promise<string | undefined> {
  const team = await people.team(teamId);
  const sso = team.status === 'active' ? team.policy.sso : null;
  if (sso === null || !identityProviders.list.some(({ id }) => id === sso.provider)) return undefined;
  const hostName = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const state = await domains.state(teamId, sso.domainId);
  return state?.domain.name === hostName ? sso.provider : undefined;
}
