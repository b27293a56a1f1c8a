import { z } from 'zod';
import { client } from '../shared/client.js';
import { event, type EventIn, type EventOf, noMembers, personal, personHash, streams } from '../shared/event.js';
import { credentialEvents } from './credential-events.js';
import { withUser } from '../shared/with-user.js';

const profile = z.object({ email: z.string(), name: z.string() });
/** What people see of a person. */
export type Profile = Readonly<z.output<typeof profile>>;

/** Everything personal of a user is sealed under the user's own key: destroying it erases the person. */
const userCreated = event('UserCreated', {
  data: z.object({
    userId: z.string(),
    profile: personal(profile),
    /** Keyed. */
    addressHash: personHash,
    /**
     * Whether the owner of the address made it; absent, in older accounts: it counts as proven, since there is no way
     * to tell.
     */
    addressProven: z.boolean().optional(),
  }),
  summary: ({ userId }) => `User ${userId} created`,
});
export type UserCreated = EventOf<typeof userCreated>;

const provenBy = {
  mail: 'Email address verified by a link in an email',
  provider: 'Email address verified by a sign-in provider',
  operator: 'Email address verified by the operator',
} as const;

/**
 * The first time that the owner of the address showed up: by a link that was sent there, or by a provider that vouches
 * for it. Or the operator has said that the address is this person's.
 */
const userAddressProven = event('UserAddressProven', {
  data: z.object({ by: z.enum(['mail', 'provider', 'operator']) }),
  summary: ({ by }) => provenBy[by],
});

/**
 * Password, authenticator app, recovery codes, passkeys, providers, sessions and open links: none opens anything any
 * more.
 */
const userWaysInEnded = event('UserWaysInEnded', {
  data: noMembers,
  summary: 'All earlier credentials and sessions removed',
});

const passwordOccasion = z.enum(['created', 'changed', 'reset']);
export type PasswordOccasion = z.output<typeof passwordOccasion>;

const passwordSetWhy = {
  created: 'Password set',
  changed: 'Password changed',
  reset: 'Password reset with a link',
} as const;

/** Every session that was begun before ends. The value is the hash of the password (PHC). */
const userPasswordSet = event('UserPasswordSet', {
  data: z.object({
    password: personal(z.string(), withUser),
    why: passwordOccasion,
    /** From where a link was followed: there is no session that knows. */
    client: personal(client, withUser).optional(),
  }),
  summary: ({ why }) => passwordSetWhy[why],
});
export type UserPasswordSet = EventOf<typeof userPasswordSet>;

const userRenamed = event('UserRenamed', {
  data: z.object({ profile: personal(profile, withUser) }),
  summary: 'Name changed',
});

/** One link goes to the old address and one to the new. `…Hash`: keyed hashes of what the links hold. */
const userEmailChangeRequested = event('UserEmailChangeRequested', {
  data: z.object({
    email: personal(z.string(), withUser),
    oldTokenHash: z.string(),
    newTokenHash: z.string(),
    /** ISO 8601. */
    expiresAt: z.string(),
  }),
  summary: ({ expiresAt }) => `Change of email address requested; links valid until ${expiresAt}`,
});
export type UserEmailChangeRequested = EventOf<typeof userEmailChangeRequested>;

const userEmailChangeConfirmed = event('UserEmailChangeConfirmed', {
  data: z.object({ by: z.enum(['old', 'new']) }),
  summary: ({ by }) => `Change of email address confirmed by the ${by} address`,
});

const userEmailChanged = event('UserEmailChanged', {
  data: z.object({ profile: personal(profile), addressHash: personHash }),
  summary: 'Email address changed',
});
export type UserEmailChanged = EventOf<typeof userEmailChanged>;

const passwordResetRequested = event('PasswordResetRequested', {
  data: z.object({
    tokenHash: z.string(),
    /** ISO 8601. */
    expiresAt: z.string(),
    /** It was sent to the address, and to no other place: who follows it reads what is sent there. When absent, no. */
    toMailbox: z.boolean().optional(),
  }),
  summary: ({ expiresAt }) => `Password reset link created, valid until ${expiresAt}`,
});
export type PasswordResetRequested = EventOf<typeof passwordResetRequested>;

/** Signs in nowhere, and every session ends. */
const userDisabled = event('UserDisabled', {
  data: noMembers,
  summary: 'User disabled; all sessions ended',
});

const userEnabled = event('UserEnabled', {
  data: noMembers,
  summary: 'User enabled',
});

/** Every session that was begun before ends. */
const userSessionsEnded = event('UserSessionsEnded', {
  data: noMembers,
  summary: 'All sessions ended',
});

export const userStreams = streams('user', [
  userCreated,
  userAddressProven,
  userWaysInEnded,
  userPasswordSet,
  userRenamed,
  userEmailChangeRequested,
  userEmailChangeConfirmed,
  userEmailChanged,
  passwordResetRequested,
  userDisabled,
  userEnabled,
  userSessionsEnded,
  ...credentialEvents,
]);
export type UserEvent = EventIn<typeof userStreams>;

/** An address belongs to one user: a reservation, whose stream is named by the address's keyed hash. */
const userAddressTaken = event('UserAddressTaken', {
  data: z.object({
    userId: z.string(),
    /** Id of the change of address; absent for an account that began with this address. */
    change: z.string().optional(),
  }),
  summary: ({ userId }) => `Address taken by user ${userId}`,
});

const userAddressFreed = event('UserAddressFreed', {
  data: noMembers,
  summary: 'Address released',
});

export const userAddressStreams = streams('useraddress', [userAddressTaken, userAddressFreed], { activity: 'never' });
export type UserAddressEvent = EventIn<typeof userAddressStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly user: true;
    readonly useraddress: true;
  }
}
