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
      .describe('False: nothing that was sent to the address has been followed, and no provider vouches for it.'),
    has_password: z.boolean(),
    has_totp: z.boolean(),
    passkeys: z.int().describe('How many the person has.'),
  }),
  team: teamOfPerson.nullable().describe('The chosen one; null: the person is in no team.'),
  teams: z.array(teamOfPerson),
  can_create_teams: z.boolean().describe('Who can is a setting of the server (`TEAM_CREATION`).'),
  csrf_token: z.string().describe('To be sent as `x-posthorn-csrf` with every request that changes something.'),
  second_factor: z.enum(['done', 'enrol']).describe('`enrol`: the team requires one, and the person has none.'),
  expires_at: isoTime,
});

export const signInOptions = z.strictObject({
  object: z.literal('sign_in_options'),
  needs_set_up: z.boolean().describe('There is no person yet: the link that the first start printed makes one.'),
  password: z.boolean(),
  passkeys: z.boolean(),
  providers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});

export const signIn = z.strictObject({
  object: z.literal('sign_in'),
  state: z.enum(['signed_in', 'second_factor']).describe('`second_factor`: a code or a passkey is still needed.'),
});

const shownFactors = {
  app: z.boolean().describe('By a code of the authenticator app, or by a recovery code.'),
  passkey: z.boolean().describe('By a passkey that can be used at this host name.'),
  passkey_hosts: z
    .array(z.string())
    .describe('Other host names that passkeys of the account belong to: they can be used there only.'),
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
  address_proven: z.boolean().describe('False: the person is no admin, and in no further team, until it is.'),
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
  mail_sent: z.boolean().describe('False where this server could not send email: share the link another way.'),
  url: z.string().describe('A link to hand over, shown once. It proves no address; the link in the email does.'),
});
export const revokedInvitation = z.strictObject({ object: z.literal('invitation'), id, revoked: z.literal(true) });
export const invitationLook = z.strictObject({
  object: z.literal('invitation'),
  team_name: z.string(),
  email: z.string(),
  role,
  has_account: z.boolean().describe('The person signs in with the account that is there.'),
});

export const totpSecret = z.strictObject({
  object: z.literal('totp'),
  secret: z.string().describe('Base32; shown once, here.'),
  uri: z.string().describe('`otpauth://…`, for a QR code.'),
});
export const recoveryCodes = z.strictObject({
  object: z.literal('recovery_codes'),
  recovery_codes: z.array(z.string()).describe('Shown once, here. Each opens one sign-in.'),
});

export const passkeyRow = z.strictObject({
  id,
  name: z.string(),
  created_at: isoTime,
  last_used_at: isoTime.nullable(),
  host: z.string().nullable().describe('The host name that it belongs to; null: not known, as it is older than this.'),
});
export const passkeyList = listOf(passkeyRow);
export const createdPasskey = z.strictObject({ object: z.literal('passkey'), id });
export const removedPasskey = z.strictObject({ object: z.literal('passkey'), id, removed: z.literal(true) });
export const passkeyOptions = z.strictObject({
  object: z.literal('passkey_options'),
  options: z.record(z.string(), z.unknown()).describe('For `navigator.credentials`, as JSON (WebAuthn level 3).'),
});

export const identityRow = z.strictObject({ provider: z.string(), name: z.string(), linked_at: isoTime });
export const identityList = listOf(identityRow);

export const passwordReset = z.strictObject({
  object: z.literal('password_reset'),
  ends_everything: z
    .boolean()
    .describe('The link proves the address for the first time: whatever opened the account so far ends with it.'),
  sessions: z.int().describe('Open ones. All of them end.'),
  passkeys: z.array(passkeyRow),
  app: z.boolean().describe('Whether there is an authenticator app.'),
  recovery_codes: z.int().describe('How many are left. They end with the app.'),
  providers: z.array(identityRow),
  factors: z.strictObject(shownFactors).describe('What can be shown to end passkeys or the app.'),
});
export const unlinkedIdentity = z.strictObject({
  object: z.literal('identity'),
  provider: z.string(),
  unlinked: z.literal(true),
});
export const providerVisit = z.strictObject({
  object: z.literal('provider_visit'),
  url: z.string().describe('Where the browser goes. This browser alone can come back from there, within five minutes.'),
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
  state: z.enum(['half', 'changed']).describe('`half`: the other address has still to confirm.'),
});
