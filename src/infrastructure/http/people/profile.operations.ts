import { maxPasskeys } from '../../../domain/user/credentials.js';
import { RequestAddressProof } from '../../../application/people/address-proof.js';
import { ChangeEmail, ConfirmEmail } from '../../../application/people/links.js';
import { ConfirmReset, LookAtReset, RequestReset } from '../../../application/people/password-reset.js';
import { ChangePassword, ExportProfile, RenameProfile } from '../../../application/people/profile.js';
import { described, Field, required } from '../edge/field.js';
import { listOf, trueOrFalse, uuid } from '../edge/rules.js';
import { invalidBody } from '../openapi/operation.js';
import { get, patch, post } from '../openapi/served.js';
import * as answers from './people.answers.js';
import * as examples from './people.examples.js';
import { authenticatorResponse, credential, emailAddress, newPassword, shownName } from './people.fields.js';
import { done, presentOwnSession, presentReset } from './present.js';
import { giveSession, linkTo, networkOfRequest, passkeyIn, visitorOf } from './visitor.js';

/** More than a server has. */
const maxProviders = 20;

/** POST /dashboard-api/password-reset */
class RequestResetBody {
  @Field(emailAddress, required) email!: string;
}

/** POST /dashboard-api/password-reset/confirm */
class ConfirmResetBody {
  @Field(credential, required) token!: string;
  @Field(newPassword, required) password!: string;
  @Field(described(listOf(uuid, 0, maxPasskeys), 'The IDs of the passkeys to remove. Requires a factor.'))
  end_passkeys: readonly string[] | undefined;
  @Field(described(trueOrFalse, 'Whether to remove the authenticator app and the recovery codes. Requires a factor.'))
  end_app: boolean | undefined;
  @Field(described(listOf(credential, 0, maxProviders), 'The IDs of the sign-in providers to unlink.')) end_providers:
    | readonly string[]
    | undefined;
  @Field(described(credential, 'A code of the authenticator app.')) code: string | undefined;
  @Field(described(credential, 'An unused recovery code.')) recovery_code: string | undefined;
  @Field(authenticatorResponse) passkey: Readonly<Record<string, unknown>> | undefined;
}

/** POST /dashboard-api/password-reset/look */
class LookAtResetBody {
  @Field(credential, required) token!: string;
}

/** PATCH /dashboard-api/profile */
class RenameBody {
  @Field(shownName, required) name!: string;
}

/** POST /dashboard-api/profile/password */
class ChangePasswordBody {
  @Field(credential) current_password: string | undefined;
  @Field(newPassword, required) password!: string;
}

/** POST /dashboard-api/profile/email */
class ChangeEmailBody {
  @Field(emailAddress, required) email!: string;
  @Field(credential, required) password!: string;
}

/** POST /dashboard-api/profile/email/confirm */
class ConfirmEmailBody {
  @Field(credential, required) token!: string;
}

const refusedHere = { 403: ['invalid_access', 'reauthentication_required', 'security_error'] } as const;

export const requestReset = post({
  path: '/dashboard-api/password-reset',
  summary: 'Request a link to reset a password',
  description: 'The response is the same whether or not an account with this address exists.',
  access: 'visitor',
  body: RequestResetBody,
  answer: answers.done,
  examples: examples.example('A password reset request', examples.done, { email: examples.email }),
  errors: { ...invalidBody, 403: ['security_error'], 429: ['rate_limit_exceeded'] },
  runs: RequestReset,
  input: (asked) => ({
    visitor: visitorOf(asked),
    network: networkOfRequest(asked),
    email: asked.body.email,
    linkTo: linkTo(asked.options.publicUrl, 'reset'),
  }),
  present: done,
});

export const lookAtReset = post({
  path: '/dashboard-api/password-reset/look',
  summary: 'List the sign-in methods that a password reset can remove',
  description: 'Changes nothing. To remove the listed methods, use `POST /dashboard-api/password-reset/confirm`.',
  access: 'visitor',
  body: LookAtResetBody,
  answer: answers.passwordReset,
  examples: examples.example('An account with an authenticator app', examples.passwordReset, { token: examples.token }),
  errors: { ...invalidBody, 403: ['invalid_access', 'security_error'], 429: ['rate_limit_exceeded'] },
  runs: LookAtReset,
  input: ({ body: { token } }) => ({ token }),
  present: presentReset,
});

export const confirmReset = post({
  path: '/dashboard-api/password-reset/confirm',
  summary: 'Set a new password with a reset link',
  description:
    'The link works once, and all sessions of the user end. To unlink providers, the link is sufficient. To remove passkeys or the authenticator app, also give one of the account’s factors: `code`, `recovery_code`, or `passkey` (the response to `POST /dashboard-api/sign-in/passkey-options`).',
  access: 'visitor',
  body: ConfirmResetBody,
  answer: answers.done,
  examples: examples.example('A new password', examples.done, {
    token: examples.token,
    password: examples.password,
  }),
  errors: { ...invalidBody, ...refusedHere, 401: ['invalid_access'], 429: ['rate_limit_exceeded'] },
  runs: ConfirmReset,
  input(asked) {
    const { token, password, code, recovery_code: recoveryCode, passkey } = asked.body;
    const { end_passkeys: passkeyIds = [], end_app: app = false, end_providers: providers = [] } = asked.body;
    return {
      visitor: visitorOf(asked),
      network: networkOfRequest(asked),
      token,
      password,
      ends: { passkeyIds, app, providers },
      given: { code, recoveryCode, ...passkeyIn(asked, passkey) },
    };
  },
  present: done,
});

export const renameProfile = patch({
  path: '/dashboard-api/profile',
  summary: 'Change your name',
  access: 'person',
  body: RenameBody,
  answer: answers.done,
  examples: examples.example('A new name', examples.done, { name: 'Ada' }),
  errors: { ...invalidBody, ...refusedHere },
  runs: RenameProfile,
  input: ({ person, body: { name } }) => ({ by: person, name }),
  present: done,
});

export const changePassword = post({
  path: '/dashboard-api/profile/password',
  summary: 'Change your password',
  description: 'Ends all your other sessions. This session gets a new cookie.',
  access: 'person',
  body: ChangePasswordBody,
  answer: answers.done,
  examples: examples.example('A new password', examples.done, {
    current_password: 'the one so far',
    password: examples.password,
  }),
  errors: { ...invalidBody, ...refusedHere, 429: ['rate_limit_exceeded'] },
  runs: ChangePassword,
  input: (asked) => ({
    by: asked.person,
    visitor: visitorOf(asked),
    current: asked.body.current_password,
    password: asked.body.password,
  }),
  present({ session }, asked) {
    giveSession(asked, session);
    return done();
  },
});

export const changeEmail = post({
  path: '/dashboard-api/profile/email',
  summary: 'Request a change of your email address',
  description:
    'Sends a link to the old address and a link to the new address. The new address takes effect after both links were opened.',
  access: 'person',
  body: ChangeEmailBody,
  answer: answers.done,
  examples: examples.example('A new address', examples.done, {
    email: 'ada@example.net',
    password: examples.password,
  }),
  errors: { ...invalidBody, ...refusedHere, 429: ['rate_limit_exceeded'] },
  runs: ChangeEmail,
  input: ({ person, body: { email, password }, options }) => ({
    by: person,
    email,
    password,
    linkTo: linkTo(options.publicUrl, 'confirm-email'),
  }),
  present: done,
});

export const requestAddressProof = post({
  path: '/dashboard-api/profile/address-proof',
  summary: 'Request a link that verifies your email address',
  description:
    'Sends the link to your address. The link works like a password reset: you set a new password, and all earlier credentials and sessions are removed.',
  access: 'person',
  answer: answers.done,
  examples: examples.example('A requested link', examples.done),
  errors: { ...refusedHere, 422: ['validation_error'], 429: ['rate_limit_exceeded'] },
  runs: RequestAddressProof,
  input: ({ person, options }) => ({ by: person, linkTo: linkTo(options.publicUrl, 'reset') }),
  present: done,
});

export const confirmEmail = post({
  path: '/dashboard-api/profile/email/confirm',
  summary: 'Confirm a change of your email address with one of the two links',
  access: 'visitor',
  body: ConfirmEmailBody,
  answer: answers.confirmedEmail,
  examples: examples.example('The first of two confirmations', { object: 'email_change', state: 'half' } as const, {
    token: examples.token,
  }),
  errors: { ...invalidBody, ...refusedHere },
  runs: ConfirmEmail,
  input: (asked) => ({ visitor: visitorOf(asked), token: asked.body.token }),
  present: ({ state }) => ({ object: 'email_change', state }) as const,
});

export const exportProfile = get({
  path: '/dashboard-api/profile/export',
  summary: 'Export your user data',
  access: 'person',
  answer: answers.ownData,
  examples: examples.example('The data of a user', examples.ownData),
  errors: {},
  runs: ExportProfile,
  input: ({ person: { userId } }) => ({ userId }),
  present: ({ id, email, name, createdAt, teams, sessions, events }, { person }) =>
    ({
      object: 'own_data',
      user: { id, email, name, created_at: createdAt },
      teams,
      sessions: sessions.map((each) => presentOwnSession(each, person)),
      events: events.map(({ createdAt: at, ...event }) => ({ ...event, created_at: at })),
    }) as const,
});
