import { streamName } from '../../domain/shared/stream-name.js';
import { userIdentity } from '../../domain/user/user-identity.js';
import type { ExistingUser, UserState } from '../../domain/user/user.js';
import type { ExternalIdentity } from '../ports/identity-providers.js';
import { handle, load, type Provenance } from '../shared/handle.js';
import type { People } from './people.js';

/** Takes the identity, then notes it at the user; quiet where both are so. */
export async function linkIdentity(
  people: People,
  by: Provenance,
  userId: string,
  identity: ExternalIdentity,
): Promise<'linked' | 'taken' | 'unavailable'> {
  const { provider } = identity;
  const identityHash = identityHashOf(people, identity);
  const take = { type: 'TakeIdentity', userId } as const;
  const taken = await handle(people.ports, userIdentity, identityStream(identityHash), take, by);
  if ('refused' in taken) return taken.refused;
  const linked = await people.writeUser(by, userId, { type: 'LinkIdentity', provider, identityHash });
  return 'refused' in linked ? 'unavailable' : 'linked';
}

/** Another account may take it from now on. */
export async function freeIdentity(people: People, by: Provenance, userId: string, identityHash: string) {
  await handle(people.ports, userIdentity, identityStream(identityHash), { type: 'FreeIdentity', userId }, by);
}

/** Those that the account had before and has no more: other accounts may take them. */
export async function freeEndedIdentities(people: People, by: Provenance, before: ExistingUser, after: UserState) {
  const kept = after.status === 'none' ? [] : after.credentials.identities.map(({ identityHash }) => identityHash);
  for (const { identityHash } of before.credentials.identities) {
    if (!kept.includes(identityHash)) await freeIdentity(people, by, before.userId, identityHash);
  }
}

/**
 * A passkey's credential belongs to one account permanently: a device makes a new one each time, so that none is ever
 * freed. False when another account has it, and when the log does not answer.
 */
export async function takeCredential(people: People, by: Provenance, userId: string, credentialId: string) {
  const credential = identityStream(people.ports.hash.hash('identity', ['passkey', credentialId]));
  return !('refused' in (await handle(people.ports, userIdentity, credential, { type: 'TakeIdentity', userId }, by)));
}

export async function holderOf(people: People, identity: ExternalIdentity): Promise<string | undefined> {
  const { state } = await load(people.ports, userIdentity, identityStream(identityHashOf(people, identity)));
  return state.userId ?? undefined;
}

export function identityHashOf(people: People, { issuer, subject }: ExternalIdentity): string {
  return people.ports.hash.hash('identity', [issuer, subject]);
}

const identityStream = (identityHash: string) => streamName('useridentity', identityHash);
