import { bodySchema, Field, required } from '../edge/field.js';
import { get, invalidBody, post, remove } from '../openapi/operation.js';
import * as answers from './people.answers.js';
import * as examples from './people.examples.js';
import { authenticatorResponse, credential, shownName } from './people.fields.js';

/** POST /dashboard-api/sign-in/second-factor: one of the three. */
export class SecondFactorBody {
  @Field(credential) code: string | undefined;
  @Field(credential) recovery_code: string | undefined;
  @Field(authenticatorResponse) passkey: Readonly<Record<string, unknown>> | undefined;
}

/** POST /dashboard-api/sign-in/passkey */
export class PasskeySignInBody {
  @Field(authenticatorResponse, required) response!: Readonly<Record<string, unknown>>;
}

/** POST /dashboard-api/session/reauthenticate: one of the four. */
export class ReauthenticateBody {
  @Field(credential) password: string | undefined;
  @Field(credential) code: string | undefined;
  @Field(credential) recovery_code: string | undefined;
  @Field(authenticatorResponse) passkey: Readonly<Record<string, unknown>> | undefined;
}

/** POST /dashboard-api/profile/totp/confirm */
export class CodeBody {
  @Field(credential, required) code!: string;
}

/** POST /dashboard-api/profile/passkeys */
export class AddPasskeyBody {
  @Field(shownName, required) name!: string;
  @Field(authenticatorResponse, required) response!: Readonly<Record<string, unknown>>;
}

const refusedHere = { 403: ['invalid_access', 'reauthentication_required', 'security_error'] } as const;
const codeErrors = { ...invalidBody, ...refusedHere, 429: ['rate_limit_exceeded'] } as const;
const signInErrors = { ...codeErrors, 401: ['invalid_access'] } as const;

export const getSecondFactor = get({
  path: '/dashboard-api/sign-in/second-factor',
  summary: 'What a sign-in that was begun can be finished with',
  access: 'visitor',
  answer: answers.secondFactor,
  examples: examples.example('By an authenticator app', examples.secondFactor),
  errors: { 401: ['invalid_access'], 429: ['rate_limit_exceeded'] },
});

export const secondFactor = post({
  path: '/dashboard-api/sign-in/second-factor',
  summary: 'Finish a sign-in with the code of an authenticator app, a recovery code or a passkey',
  description:
    'An account that has any of them is never entered without. The passkey answers `sign-in/passkey-options`.',
  access: 'visitor',
  body: bodySchema(SecondFactorBody),
  answer: answers.signIn,
  examples: examples.example('With the code of an app', examples.signedIn, { code: '123456' }),
  errors: signInErrors,
});

export const reauthenticate = post({
  path: '/dashboard-api/session/reauthenticate',
  summary: 'Show again who one is, for what opens or closes an account',
  description:
    'It counts for ten minutes, as a sign-in does. The password will do where the account has neither an authenticator app nor a passkey. The passkey answers `sign-in/passkey-options`.',
  access: 'person',
  need: 'oneself',
  body: bodySchema(ReauthenticateBody),
  answer: answers.done,
  examples: examples.example('With the password', examples.done, { password: examples.password }),
  errors: { ...codeErrors, 401: ['invalid_access', 'missing_api_key', 'validation_error'] },
});

export const passkeySignInOptions = post({
  path: '/dashboard-api/sign-in/passkey-options',
  summary: 'Begin to sign in by passkey',
  access: 'visitor',
  answer: answers.passkeyOptions,
  examples: examples.example('What the browser needs', examples.passkeyOptions),
  errors: { 403: ['security_error'], 429: ['rate_limit_exceeded'] },
});

export const passkeySignIn = post({
  path: '/dashboard-api/sign-in/passkey',
  summary: 'Sign in by passkey',
  access: 'visitor',
  body: bodySchema(PasskeySignInBody),
  answer: answers.signIn,
  examples: examples.example('By passkey', examples.signedIn, { response: examples.authenticatorResponse }),
  errors: signInErrors,
});

export const beginTotp = post({
  path: '/dashboard-api/profile/totp',
  summary: 'Begin to use an authenticator app',
  access: 'person',
  need: 'oneself',
  answer: answers.totpSecret,
  examples: examples.example('For a QR code', examples.totp),
  errors: { ...refusedHere, 422: ['validation_error'] },
});

export const confirmTotp = post({
  path: '/dashboard-api/profile/totp/confirm',
  summary: 'Confirm the authenticator app with a code of it',
  access: 'person',
  need: 'oneself',
  body: bodySchema(CodeBody),
  answer: answers.recoveryCodes,
  examples: examples.example('With a code of the app', examples.recoveryCodes, { code: '123456' }),
  errors: codeErrors,
});

export const removeTotp = remove({
  path: '/dashboard-api/profile/totp',
  summary: 'Stop using an authenticator app',
  access: 'person',
  need: 'oneself',
  answer: answers.done,
  examples: examples.example('With the recovery codes', examples.done),
  errors: refusedHere,
});

export const makeRecoveryCodes = post({
  path: '/dashboard-api/profile/recovery-codes',
  summary: 'Make new recovery codes; those before open nothing any more',
  access: 'person',
  need: 'oneself',
  answer: answers.recoveryCodes,
  examples: examples.example('Ten codes', examples.recoveryCodes),
  errors: { ...refusedHere, 422: ['validation_error'] },
});

export const listPasskeys = get({
  path: '/dashboard-api/profile/passkeys',
  summary: 'List one’s own passkeys',
  access: 'person',
  need: 'oneself',
  answer: answers.passkeyList,
  examples: examples.example('One passkey', examples.passkeys),
  errors: {},
});

export const passkeyOptions = post({
  path: '/dashboard-api/profile/passkeys/options',
  summary: 'Begin to add a passkey',
  access: 'person',
  need: 'oneself',
  answer: answers.passkeyOptions,
  examples: examples.example('What the browser needs', examples.passkeyOptions),
  errors: refusedHere,
});

export const addPasskey = post({
  path: '/dashboard-api/profile/passkeys',
  summary: 'Add a passkey',
  access: 'person',
  need: 'oneself',
  body: bodySchema(AddPasskeyBody),
  status: 201,
  answer: answers.createdPasskey,
  examples: examples.example('Of a laptop', examples.createdPasskey, {
    name: 'Laptop',
    response: examples.authenticatorResponse,
  }),
  errors: codeErrors,
});

export const removePasskey = remove({
  path: '/dashboard-api/profile/passkeys/{id}',
  summary: 'Remove a passkey',
  access: 'person',
  need: 'oneself',
  answer: answers.removedPasskey,
  examples: examples.example('It opens nothing any more', examples.removedPasskey),
  errors: { ...refusedHere, 404: ['not_found'], 422: ['invalid_parameter'] },
});
