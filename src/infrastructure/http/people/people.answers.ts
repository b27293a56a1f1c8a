import { z } from 'zod';
import { id, isoTime, listOf } from '../openapi/shared-schemas.js';

const role = z.enum(['admin', 'member', 'read-only']);
const teamOfPerson = z.strictObject({ id, name: z.string(), role });

export const session = z.strictObject({
  object: z.literal('session'),
  user: z.strictObject({
    id,
    email: z.string(),
    name: z.string(),
    address_proven: z
      .boolean()
      .describe(
        'Whether the user’s address is verified, by a link that was sent to it, by a sign-in provider, or by the operator.',
      ),
    has_password: z.boolean(),
    has_totp: z.boolean(),
    passkeys: z.int().describe('The number of the user’s passkeys.'),
  }),
  team: teamOfPerson.nullable().describe('The team of this session. Null if the user is in no team.'),
  teams: z.array(teamOfPerson),
  can_create_teams: z
    .boolean()
    .describe('Whether the user can create teams. The server’s `TEAM_CREATION` setting determines who can.'),
  csrf_token: z
    .string()
    .describe('The token to send in the header `x-posthorn-csrf` with every request that changes data.'),
  second_factor: z
    .enum(['done', 'enrol'])
    .describe('`enrol` if the team requires a second factor and the user has none. Otherwise, `done`.'),
  expires_at: isoTime,
});

export const signInOptions = z.strictObject({
  object: z.literal('sign_in_options'),
  needs_set_up: z
    .boolean()
    .describe('Whether no user exists yet. The link that the server prints at startup creates the first user.'),
  password: z.boolean(),
  passkeys: z.boolean(),
  providers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});

export const signIn = z.strictObject({
  object: z.literal('sign_in'),
  state: z
    .enum(['signed_in', 'second_factor'])
    .describe('`second_factor` if the sign-in still needs a code or a passkey.'),
});

const shownFactors = {
  app: z
    .boolean()
    .describe('Whether the account has an authenticator app. A code of the app or a recovery code is then accepted.'),
  passkey: z.boolean().describe('Whether the account has a passkey that works at this host name.'),
  passkey_hosts: z
    .array(z.string())
    .describe('Other host names that passkeys of the account belong to. These passkeys work only there.'),
};

export const secondFactor = z.strictObject({
  object: z.literal('second_factor'),
  ...shownFactors,
});

export const done = z.strictObject({ object: z.literal('done') });

export const sessionRow = z.strictObject({
  id,
  created_at: isoTime,
  last_seen_at: isoTime,
  expires_at: isoTime,
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  current: z.boolean(),
});
export const sessionList = listOf(sessionRow);
export const endedSession = z.strictObject({ object: z.literal('session'), id, ended: z.literal(true) });
export const endedSessions = z.strictObject({ object: z.literal('session'), ended: z.int() });

export const createdTeam = z.strictObject({ object: z.literal('team'), id, name: z.string() });
export const team = z.strictObject({
  object: z.literal('team'),
  id,
  name: z.string(),
  second_factor_required: z.boolean(),
  sso: z.strictObject({ provider: z.string(), domain_id: id }).nullable(),
});

const personRow = z.strictObject({
  id,
  email: z.string(),
  name: z.string(),
  role,
  second_factor: z.boolean(),
  address_proven: z
    .boolean()
    .describe('Whether the user’s address is verified. Until then, the user can’t be an admin or join another team.'),
  last_seen_at: isoTime.nullable(),
  joined_at: isoTime,
});
export const peopleList = listOf(personRow);
export const changedPerson = z.strictObject({ object: z.literal('person'), id, role });
export const removedPerson = z.strictObject({ object: z.literal('person'), id, removed: z.literal(true) });

const invitationRow = z.strictObject({
  id,
  email: z.string(),
  role,
  created_at: isoTime,
  expires_at: isoTime,
});
export const invitationList = listOf(invitationRow);
export const createdInvitation = z.strictObject({
  object: z.literal('invitation'),
  id,
  mail_sent: z
    .boolean()
    .describe('Whether the invitation was sent by email. If false, pass on the link in `url` yourself.'),
  url: z
    .string()
    .describe(
      'The invitation link to pass on, shown only once. Unlike the link in the email, it does not verify the address.',
    ),
});
export const revokedInvitation = z.strictObject({ object: z.literal('invitation'), id, revoked: z.literal(true) });
export const invitationLook = z.strictObject({
  object: z.literal('invitation'),
  team_name: z.string(),
  email: z.string(),
  role,
  has_account: z
    .boolean()
    .describe('Whether an account with this address exists. If so, the user signs in with it to accept.'),
});

export const totpSecret = z.strictObject({
  object: z.literal('totp'),
  secret: z.string().describe('The secret in Base32, shown only once.'),
  uri: z.string().describe('The `otpauth://` URI for a QR code.'),
});
export const recoveryCodes = z.strictObject({
  object: z.literal('recovery_codes'),
  recovery_codes: z.array(z.string()).describe('The recovery codes, shown only once. Each code works for one sign-in.'),
});

export const passkeyRow = z.strictObject({
  id,
  name: z.string(),
  created_at: isoTime,
  last_used_at: isoTime.nullable(),
  host: z
    .string()
    .nullable()
    .describe(
      'The host name that the passkey belongs to. Null if unknown, because the passkey was added by an older version.',
    ),
});
export const passkeyList = listOf(passkeyRow);
export const createdPasskey = z.strictObject({ object: z.literal('passkey'), id });
export const removedPasskey = z.strictObject({ object: z.literal('passkey'), id, removed: z.literal(true) });
export const passkeyOptions = z.strictObject({
  object: z.literal('passkey_options'),
  options: z
    .record(z.string(), z.unknown())
    .describe('The options for `navigator.credentials`, as JSON (WebAuthn Level 3).'),
});

export const identityRow = z.strictObject({ provider: z.string(), name: z.string(), linked_at: isoTime });
export const identityList = listOf(identityRow);

export const passwordReset = z.strictObject({
  object: z.literal('password_reset'),
  ends_everything: z
    .boolean()
    .describe(
      'Whether the link verifies the address for the first time. The reset then removes all earlier credentials and sessions.',
    ),
  sessions: z.int().describe('The number of open sessions, which all end with the reset.'),
  passkeys: z.array(passkeyRow),
  app: z.boolean().describe('Whether the account has an authenticator app.'),
  recovery_codes: z.int().describe('The number of unused recovery codes. They are removed with the app.'),
  providers: z.array(identityRow),
  factors: z.strictObject(shownFactors).describe('The factors that can confirm the removal of passkeys or the app.'),
});
export const unlinkedIdentity = z.strictObject({
  object: z.literal('identity'),
  provider: z.string(),
  unlinked: z.literal(true),
});
export const providerVisit = z.strictObject({
  object: z.literal('provider_visit'),
  url: z
    .string()
    .describe('The URL to open in the browser. Only this browser can complete the visit, within five minutes.'),
});

export const ownData = z.strictObject({
  object: z.literal('own_data'),
  user: z.strictObject({ id, email: z.string(), name: z.string(), created_at: isoTime }),
  teams: z.array(teamOfPerson),
  sessions: z.array(sessionRow),
  events: z.array(z.strictObject({ id, type: z.string(), created_at: isoTime, summary: z.string() })),
});

export const confirmedEmail = z.strictObject({
  object: z.literal('email_change'),
  state: z.enum(['half', 'changed']).describe('`half` if the link to the other address must still be opened.'),
});
