import { command } from '../access/use-case.js';
import { plain, reveal } from '../../domain/shared/personal.js';
import { type EmailChange, isFullyConfirmed, type ExistingUser } from '../../domain/user/user.js';
import { addressHash } from '../shared/address-hash.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import type { Provenance } from '../shared/handle.js';
import { freeAddress, holdingOf, takeAddress } from './accounts.js';
import { type PersonContext, orUnavailable, type AccountServices, provenance } from './people-services.js';
import type { TooManyToday } from './daily-limits.js';
import { type People, provenanceOf } from './people.js';
import { proveOwner } from './owner-proof.js';
import type { Visitor } from './sessions.js';
import type { TooManyTries } from './too-many-tries.js';

const emailChangeLifeMs = 24 * 3_600_000;

/** POST /dashboard-api/profile/email */
export interface ChangeEmail {
  readonly by: PersonContext;
  readonly email: string;
  readonly password: string;
  readonly linkTo: (token: string) => string;
}
type ChangeEmailResult =
  | { readonly id: string }
  | { readonly refused: 'wrong-password' }
  | { readonly refused: 'mail-not-sent' }
  | { readonly refused: 'address-unproven' }
  | TooManyToday
  | TooManyTries
  | Unavailable;

export const ChangeEmail = command({
  name: 'ChangeEmail',
  need: 'oneself',
  proof: 'recent-or-password',
  run: (services: AccountServices, command: ChangeEmail): Promise<ChangeEmailResult> =>
    orUnavailable(() => changeEmail(services, command)),
});

/** The answer never says whether the new address has an account already: that is checked at the last confirmation. */
async function changeEmail(services: AccountServices, command: ChangeEmail): Promise<ChangeEmailResult> {
  const { people, notify, dailyLimits } = services;
  const { by, email, password, linkTo } = command;
  const proven = await proveOwner(services, by, password);
  if ('refused' in proven) return proven;
  const { loaded, user, email: oldEmail } = proven;
  if (!user.addressProven) return { refused: 'address-unproven' };
  const tooMany = await dailyLimits?.addressChange(by.userId, addressHash(people.ports.hash, email));
  if (tooMany !== undefined) return tooMany;
  const [old, fresh] = [newLink(people, by.userId), newLink(people, by.userId)];
  const change = {
    email: plain(user.profile.kid, email),
    oldTokenHash: old.tokenHash,
    newTokenHash: fresh.tokenHash,
    expiresAt: new Date(people.ports.clock.now() + emailChangeLifeMs).toISOString(),
  };
  const handled = await people.writeUser(provenance(by), by.userId, { type: 'RequestEmailChange', change }, loaded);
  if ('refused' in handled || handled.last === undefined) return unavailable;
  const { id: eventId } = handled.last;
  const subject = 'Confirm the change of your address';
  const textOf = (token: string) =>
    `The address of your account on this Posthorn server is to be changed. Both addresses have to confirm.\n\nTo confirm, open within 24 hours:\n\n${linkTo(token)}\n\nIf this was not you, do nothing, and change your password.\n`;
  const mails = [
    { to: oldEmail, text: textOf(old.token), eventId },
    { to: email, text: textOf(fresh.token), eventId: people.ports.ids.derived(eventId, secondMail) },
  ];
  const sent = await Promise.all(mails.map((mail) => notify({ ...mail, subject })));
  return sent.every(Boolean) ? { id: by.userId } : { refused: 'mail-not-sent' };
}

/** Another mail of the same event. */
const secondMail = 1;

/** POST /dashboard-api/profile/email/confirm */
export interface ConfirmEmail {
  readonly visitor: Visitor;
  readonly token: string;
}
type ConfirmEmailResult =
  | { readonly state: 'half' | 'changed' }
  | { readonly refused: 'link-invalid' }
  | { readonly refused: 'address-taken' }
  | Unavailable;

export const ConfirmEmail = command({
  name: 'ConfirmEmail',
  need: 'anyone',
  run: (services: Pick<AccountServices, 'people'>, command: ConfirmEmail): Promise<ConfirmEmailResult> =>
    orUnavailable(() => confirmEmail(services.people, command)),
});

async function confirmEmail(people: People, { visitor, token }: ConfirmEmail): Promise<ConfirmEmailResult> {
  const link = readLink(people, token);
  if (link === undefined) return { refused: 'link-invalid' };
  const { userId, tokenHash } = link;
  const by = provenanceOf({ teamId: null, userId, correlationId: visitor.correlationId });
  const nowMs = people.ports.clock.now();
  const handled = await people.writeUser(by, userId, { type: 'ConfirmEmailChange', tokenHash, nowMs });
  if ('refused' in handled) return handled.refused === 'unavailable' ? unavailable : { refused: 'link-invalid' };
  const { state } = handled.loaded;
  if (state.status === 'none' || state.emailChange === null) return { refused: 'link-invalid' };
  if (!isFullyConfirmed(state.emailChange)) return { state: 'half' };
  return completeEmailChange(people, by, state, state.emailChange);
}

/**
 * Takes the new address, changes it, frees the old one. The person may have asked for another change at any moment in
 * between, and other processes may be at work on this one: what is freed is what this change took, or what stood before
 * it, and nothing that was taken since.
 */
async function completeEmailChange(
  people: People,
  by: Provenance,
  { userId, profile: sealed, addressHash: oldHash }: ExistingUser,
  { email: sealedEmail, newTokenHash: change }: EmailChange,
): Promise<ConfirmEmailResult> {
  const [email, profile] = [reveal(sealedEmail), reveal(sealed)];
  if (email === undefined || profile === undefined) return { refused: 'link-invalid' };
  const newHash = addressHash(people.ports.hash, email);
  const heldBefore = await holdingOf(people, profile.email);
  const taken = await takeAddress(people, by, email, { userId, change });
  if (taken !== undefined) return taken === 'unavailable' ? unavailable : { refused: 'address-taken' };
  const changed = plain(sealed.kid, { ...profile, email });
  const command = { type: 'ChangeEmail', profile: changed, addressHash: newHash, change } as const;
  const done = await people.writeUser(by, userId, command);
  if ('refused' in done) {
    if (done.refused === 'unavailable') return unavailable;
    const { state } = done.loaded;
    const isInUse = state.status !== 'none' && state.addressHash === newHash;
    if (!isInUse) await freeAddress(people, by, email, { userId, heldFor: change });
    return { refused: 'link-invalid' };
  }
  if (oldHash !== newHash) await freeAddress(people, by, profile.email, { userId, heldFor: heldBefore });
  return { state: 'changed' };
}

/** `<user id>.<256 bits>`: the first part only says where to look. */
export function newLink(people: People, userId: string) {
  const token = `${userId}.${people.ports.newSecretToken()}`;
  return { token, tokenHash: people.hashOf('people-link', token) };
}

/** @returns undefined when it is no link of ours. */
export function readLink(people: People, token: string) {
  const userId = /^([0-9a-f]{8}-[0-9a-f-]{27})\.[\w-]{43}$/.exec(token)?.[1];
  return userId === undefined ? undefined : { userId, tokenHash: people.hashOf('people-link', token) };
}
