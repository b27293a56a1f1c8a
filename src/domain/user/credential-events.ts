import { z } from 'zod';
import { type DataOf, event, type EventIn, type EventOf, noMembers, personal, streams } from '../shared/event.js';
import { removedWays, waysInWords } from './removed-ways.js';
import { withUser } from '../shared/with-user.js';

/** An authenticator app was shown the secret (base32); it counts for nothing until a code of it was seen. */
const totpEnrolled = event('TotpEnrolled', {
  data: z.object({ enrolmentId: z.string(), secret: personal(z.string(), withUser) }),
  summary: 'Authenticator app being added; not yet confirmed with a code',
  activity: 'never',
});

/** `step`: of the code that was seen (RFC 6238 §4.2). From now on a sign-in by password asks for one. */
const totpConfirmed = event('TotpConfirmed', {
  data: z.object({ enrolmentId: z.string(), step: z.number() }),
  summary: 'Authenticator app added',
});

/** A code opened a sign-in. That step and those before it are never accepted again, in any process. */
const totpStepUsed = event('TotpStepUsed', {
  data: z.object({ enrolmentId: z.string(), step: z.number() }),
  summary: 'Code of the authenticator app used',
  activity: 'never',
});

/** With the recovery codes. */
const totpRemoved = event('TotpRemoved', {
  data: noMembers,
  summary: 'Authenticator app and recovery codes removed',
});

/** Keyed hashes; those made before open nothing any more. */
const recoveryCodesMade = event('RecoveryCodesMade', {
  data: z.object({ hashes: z.array(z.string()) }),
  summary: ({ hashes }) => `${hashes.length} recovery codes created; earlier codes no longer work`,
});

const recoveryCodeUsed = event('RecoveryCodeUsed', {
  data: z.object({ hash: z.string() }),
  summary: 'Recovery code used',
});

const storedPasskey = z.object({
  name: z.string(),
  /** Id of the credential, base64url. */
  credentialId: z.string(),
  /** COSE key, base64url. */
  publicKey: z.string(),
  transports: z.array(z.string()),
});
/** What is kept of a passkey: the data of the device, and the name that its owner gave it. */
export type StoredPasskey = DataOf<typeof storedPasskey>;

const passkeyAdded = event('PasskeyAdded', {
  data: z.object({
    passkeyId: z.string(),
    passkey: personal(storedPasskey, withUser),
    /** Signatures that the device has made; 0 when it does not count. */
    counter: z.number(),
    /** The host name that it belongs to (WebAuthn's RP ID); absent, in older passkeys: not known. */
    host: z.string().optional(),
  }),
  summary: ({ passkeyId }) => `Passkey ${passkeyId} added`,
});
export type PasskeyAdded = EventOf<typeof passkeyAdded>;

/** It opened a sign-in. `challengeHash`: keyed; the answer to that question opens no second one. */
const passkeyUsed = event('PasskeyUsed', {
  data: z.object({
    passkeyId: z.string(),
    counter: z.number(),
    challengeHash: z.string(),
    /** As in {@link PasskeyAdded}: it was used there. */
    host: z.string().optional(),
  }),
  summary: ({ passkeyId }) => `Passkey ${passkeyId} used`,
  activity: 'never',
});
export type PasskeyUsed = EventOf<typeof passkeyUsed>;

const passkeyRemoved = event('PasskeyRemoved', {
  data: z.object({ passkeyId: z.string() }),
  summary: ({ passkeyId }) => `Passkey ${passkeyId} removed`,
});

const linkedIdentity = z.object({ provider: z.string(), identityHash: z.string() });

/** The person signs in by this provider too. `identityHash`: keyed, of the issuer and its name for the person. */
const identityLinked = event('IdentityLinked', {
  data: linkedIdentity,
  summary: ({ provider }) => `Sign-in provider ${provider} linked`,
});

const identityUnlinked = event('IdentityUnlinked', {
  data: z.object({ identityHash: z.string() }),
  summary: 'Sign-in provider unlinked',
});

const removedHow = {
  reset: 'Removed with a password reset link',
  lost: 'Password and all factors removed',
} as const;

/**
 * Several ways in at once: `reset`, chosen beside a new password, with a link for it; `lost`, by the operator, for a
 * person who has lost every factor: the password from before ends too, since it would be enough from then on. Every
 * session that was begun before ends.
 */
const credentialsRemoved = event('CredentialsRemoved', {
  data: z.object({
    passkeyIds: z.array(z.string()),
    /** The authenticator app, with the recovery codes. */
    app: z.boolean(),
    identities: z.array(linkedIdentity),
    why: z.enum(['reset', 'lost']),
  }),
  summary(data) {
    const ids = data.passkeyIds.length === 0 ? '' : ` (${data.passkeyIds.join(', ')})`;
    return `${removedHow[data.why]}: ${waysInWords(removedWays(data))}${ids}; all sessions ended`;
  },
});
export type CredentialsRemoved = EventOf<typeof credentialsRemoved>;

/** Part of a user's own stream. */
export const credentialEvents = [
  totpEnrolled,
  totpConfirmed,
  totpStepUsed,
  totpRemoved,
  recoveryCodesMade,
  recoveryCodeUsed,
  passkeyAdded,
  passkeyUsed,
  passkeyRemoved,
  identityLinked,
  identityUnlinked,
  credentialsRemoved,
] as const;
export type CredentialEvent = EventOf<(typeof credentialEvents)[number]>;

/** An identity at a provider belongs to one user: a reservation, whose stream is named by the identity's keyed hash. */
const userIdentityTaken = event('UserIdentityTaken', {
  data: z.object({ userId: z.string() }),
  summary: ({ userId }) => `Identity taken by user ${userId}`,
});

const userIdentityFreed = event('UserIdentityFreed', {
  data: noMembers,
  summary: 'Identity released',
});

export const userIdentityStreams = streams('useridentity', [userIdentityTaken, userIdentityFreed], {
  activity: 'never',
});
export type UserIdentityEvent = EventIn<typeof userIdentityStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly useridentity: true;
  }
}
