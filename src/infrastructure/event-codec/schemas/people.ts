import { z } from 'zod';
import { personal } from '../../../domain/shared/event.js';

const role = z.enum(['admin', 'member', 'read-only']);
const ofUser = { userId: z.string() };
const client = personal(z.object({ address: z.string().nullable(), userAgent: z.string().nullable() }));
const profile = personal(z.object({ email: z.string(), name: z.string() }));

export const teamRenamed = z.object({ name: z.string() });
export const memberAdded = z.object({ ...ofUser, role, invitationId: z.string().nullable() });
export const memberRoleChanged = z.object({ ...ofUser, role });
export const memberRemoved = z.object(ofUser);
export const securityPolicyChanged = z.object({
  secondFactorRequired: z.boolean(),
  sso: z.object({ provider: z.string(), domainId: z.string() }).nullable(),
});

export const userCreated = z.object({
  ...ofUser,
  profile,
  addressHash: z.string(),
  addressProven: z.boolean().optional(),
});
export const userAddressProven = z.object({ by: z.enum(['mail', 'provider', 'operator']) });
export const userPasswordSet = z.object({
  password: personal(z.string()),
  why: z.enum(['created', 'changed', 'reset']),
  client: client.optional(),
});
export const userRenamed = z.object({ profile });
export const userEmailChangeRequested = z.object({
  email: personal(z.string()),
  oldTokenHash: z.string(),
  newTokenHash: z.string(),
  expiresAt: z.string(),
});
export const userEmailChangeConfirmed = z.object({ by: z.enum(['old', 'new']) });
export const userEmailChanged = z.object({ profile, addressHash: z.string() });
export const passwordResetRequested = z.object({
  tokenHash: z.string(),
  expiresAt: z.string(),
  toMailbox: z.boolean().optional(),
});
export const userAddressTaken = z.object({ ...ofUser, change: z.string().optional() });

const proof = z.enum(['password', 'provider', 'code', 'recovery-code', 'passkey']);

export const sessionStarted = z.object({
  ...ofUser,
  sessionId: z.string(),
  teamId: z.string().nullable(),
  client,
  tokenHash: z.string(),
  epoch: z.number(),
  secondFactor: z.boolean(),
  expiresAt: z.string(),
  proof: proof.optional(),
});
export const sessionReauthenticated = z.object({ proof });
export const sessionTeamSwitched = z.object({ teamId: z.string() });
export const sessionEnded = z.object({
  why: z.enum(['signed-out', 'ended', 'replaced', 'too-many']),
  teamId: z.string().nullable().optional(),
});

export const invitationSent = z.object({
  invitationId: z.string(),
  teamId: z.string(),
  role,
  email: personal(z.string()),
  addressHash: z.string(),
  tokenHash: z.string(),
  mailTokenHash: z.string().optional(),
  expiresAt: z.string(),
});
export const invitationAccepted = z.object(ofUser);

const enrolment = { enrolmentId: z.string(), step: z.number() };
const passkeyId = { passkeyId: z.string() };

export const totpEnrolled = z.object({ enrolmentId: z.string(), secret: personal(z.string()) });
export const totpConfirmed = z.object(enrolment);
export const totpStepUsed = z.object(enrolment);
export const recoveryCodesMade = z.object({ hashes: z.array(z.string()) });
export const recoveryCodeUsed = z.object({ hash: z.string() });
export const passkeyAdded = z.object({
  ...passkeyId,
  passkey: personal(
    z.object({
      name: z.string(),
      credentialId: z.string(),
      publicKey: z.string(),
      transports: z.array(z.string()),
    }),
  ),
  counter: z.number(),
  host: z.string().optional(),
});
export const passkeyUsed = z.object({
  ...passkeyId,
  counter: z.number(),
  challengeHash: z.string(),
  host: z.string().optional(),
});
export const passkeyRemoved = z.object(passkeyId);
export const identityLinked = z.object({ provider: z.string(), identityHash: z.string() });
export const credentialsRemoved = z.object({
  passkeyIds: z.array(z.string()),
  app: z.boolean(),
  identities: z.array(z.object({ provider: z.string(), identityHash: z.string() })),
  why: z.enum(['reset', 'lost']),
});
export const identityUnlinked = z.object({ identityHash: z.string() });
export const userIdentityTaken = z.object(ofUser);
