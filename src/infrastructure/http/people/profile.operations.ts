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
  @Field(described(listOf(uuid, 0, maxPasskeys), 'Passkeys that end with it, by their ids. Takes a factor.'))
  end_passkeys: readonly string[] | undefined;
  @Field(described(trueOrFalse, 'Whether the authenticator app ends with it, and the recovery codes. Takes a factor.'))
  end_app: boolean | undefined;
  @Field(described(listOf(credential, 0, maxProviders), 'Providers that sign in no more, by their ids.')) end_providers:
    | readonly string[]
    | undefined;
  @Field(described(credential, 'Of the authenticator app.')) code: string | undefined;
  @Field(described(credential, 'One of those that were kept.')) recovery_code: string | undefined;
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
  summary: 'Ask for a link that sets another password',
  description: 'The answer is the same whether or not there is such a person.',
  access: 'visitor',
  body: RequestResetBody,
  answer: answers.done,
  examples: examples.example('Anyone', examples.done, { email: examples.email }),
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
  summary: 'What else opens the account of a link for another password',
  description: 'Changes nothing. Anyone who has the link can end what is named, with `password-reset/confirm`.',
  access: 'visitor',
  body: LookAtResetBody,
  answer: answers.passwordReset,
  examples: examples.example('With an authenticator app', examples.passwordReset, { token: examples.token }),
  errors: { ...invalidBody, 403: ['invalid_access', 'security_error'], 429: ['rate_limit_exceeded'] },
  runs: LookAtReset,
  input: ({ body: { token } }) => ({ token }),
  present: presentReset,
});

export const confirmReset = post({
  path: '/dashboard-api/password-reset/confirm',
  summary: 'Set a new password with the emailed link',
  description:
    'The link works once. Every session of the person ends. Providers end by the link alone; passkeys and the authenticator app with one of the account’s factors: `code`, `recovery_code` or `passkey`, which answers `sign-in/passkey-options`.',
  access: 'visitor',
  body: ConfirmResetBody,
  answer: answers.done,
  examples: examples.example('With the link from the email', examples.done, {
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
  summary: 'Change one’s own name',
  access: 'person',
  body: RenameBody,
  answer: answers.done,
  examples: examples.example('Another name', examples.done, { name: 'Ada' }),
  errors: { ...invalidBody, ...refusedHere },
  runs: RenameProfile,
  input: ({ person, body: { name } }) => ({ by: person, name }),
  present: done,
});

export const changePassword = post({
  path: '/dashboard-api/profile/password',
  summary: 'Change one’s own password',
  description: 'Every other session of the person ends; this one gets a new cookie.',
  access: 'person',
  body: ChangePasswordBody,
  answer: answers.done,
  examples: examples.example('Another password', examples.done, {
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
  summary: 'Ask for another address',
  description: 'A link goes to the old address and one to the new. Once both were followed, the new one counts.',
  access: 'person',
  body: ChangeEmailBody,
  answer: answers.done,
  examples: examples.example('Another address', examples.done, {
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
  summary: 'Ask for a link that proves one’s own address',
  description:
    'It goes to the address, and is followed as one for a new password: whatever opened the account before opens nothing any more.',
  access: 'person',
  answer: answers.done,
  examples: examples.example('It is on its way', examples.done),
  errors: { ...refusedHere, 422: ['validation_error'], 429: ['rate_limit_exceeded'] },
  runs: RequestAddressProof,
  input: ({ person, options }) => ({ by: person, linkTo: linkTo(options.publicUrl, 'reset') }),
  present: done,
});

export const confirmEmail = post({
  path: '/dashboard-api/profile/email/confirm',
  summary: 'Confirm a change of address with the link of one of its two emails',
  access: 'visitor',
  body: ConfirmEmailBody,
  answer: answers.confirmedEmail,
  examples: examples.example('The first of two', { object: 'email_change', state: 'half' } as const, {
    token: examples.token,
  }),
  errors: { ...invalidBody, ...refusedHere },
  runs: ConfirmEmail,
  input: (asked) => ({ visitor: visitorOf(asked), token: asked.body.token }),
  present: ({ state }) => ({ object: 'email_change', state }) as const,
});

export const exportProfile = get({
  path: '/dashboard-api/profile/export',
  summary: 'Everything that this server keeps about the person who asks',
  access: 'person',
  answer: answers.ownData,
  examples: examples.example('All of it', examples.ownData),
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
