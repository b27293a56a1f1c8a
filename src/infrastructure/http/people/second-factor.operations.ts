import {
  ConfirmTotp,
  EnrolTotp,
  MakeRecoveryCodes,
  RemoveTotp,
} from '../../../application/people/authenticator-app.js';
import { Reauthenticate } from '../../../application/people/reauthenticate.js';
import { FinishSignIn, GetSecondFactor } from '../../../application/people/second-factor.js';
import { clearStep, stepOf } from '../edge/cookies.js';
import { Field, required } from '../edge/field.js';
import { invalidBody } from '../openapi/operation.js';
import { get, post, remove } from '../openapi/served.js';
import * as answers from './people.answers.js';
import * as examples from './people.examples.js';
import { authenticatorResponse, credential } from './people.fields.js';
import { done, presentFactors } from './present.js';
import { answerEntered, giveSession, networkOfRequest, passkeyIn, visitorOf } from './visitor.js';

/** POST /dashboard-api/sign-in/second-factor: one of the three. */
class SecondFactorBody {
  @Field(credential) code: string | undefined;
  @Field(credential) recovery_code: string | undefined;
  @Field(authenticatorResponse) passkey: Readonly<Record<string, unknown>> | undefined;
}

/** POST /dashboard-api/session/reauthenticate: one of the four. */
class ReauthenticateBody {
  @Field(credential) password: string | undefined;
  @Field(credential) code: string | undefined;
  @Field(credential) recovery_code: string | undefined;
  @Field(authenticatorResponse) passkey: Readonly<Record<string, unknown>> | undefined;
}

/** POST /dashboard-api/profile/totp/confirm */
class CodeBody {
  @Field(credential, required) code!: string;
}

const refusedHere = { 403: ['invalid_access', 'reauthentication_required', 'security_error'] } as const;
const codeErrors = { ...invalidBody, ...refusedHere, 429: ['rate_limit_exceeded'] } as const;
const signInErrors = { ...codeErrors, 401: ['invalid_access'] } as const;

export const getSecondFactor = get({
  path: '/dashboard-api/sign-in/second-factor',
  summary: 'Get the factors that can complete a sign-in',
  access: 'visitor',
  answer: answers.secondFactor,
  examples: examples.example('An account with an authenticator app', examples.secondFactor),
  errors: { 401: ['invalid_access'], 429: ['rate_limit_exceeded'] },
  runs: GetSecondFactor,
  input: ({ request, options }) => ({ step: stepOf(request, 'code', options.publicUrl) }),
  present: (factors) => ({ object: 'second_factor', ...presentFactors(factors) }) as const,
});

export const secondFactor = post({
  path: '/dashboard-api/sign-in/second-factor',
  summary: 'Complete a sign-in with a second factor',
  description:
    'Required for every account that has a factor. Give one of `code` (of the authenticator app), `recovery_code`, or `passkey` (the response to `POST /dashboard-api/sign-in/passkey-options`).',
  access: 'visitor',
  body: SecondFactorBody,
  answer: answers.signIn,
  examples: examples.example('A code of the authenticator app', examples.signedIn, { code: '123456' }),
  errors: signInErrors,
  runs: FinishSignIn,
  input(asked) {
    const { code, recovery_code: recoveryCode, passkey } = asked.body;
    return {
      visitor: visitorOf(asked),
      network: networkOfRequest(asked),
      step: stepOf(asked.request, 'code', asked.options.publicUrl),
      given: { code, recoveryCode, ...passkeyIn(asked, passkey) },
    };
  },
  present(entered, asked) {
    clearStep(asked.reply, 'code', asked.options.publicUrl);
    return answerEntered(asked, entered);
  },
});

export const reauthenticate = post({
  path: '/dashboard-api/session/reauthenticate',
  summary: 'Confirm your identity',
  description:
    'Operations that return `reauthentication_required` need a confirmation from the last ten minutes. A sign-in counts as a confirmation. Give one of `code` (of the authenticator app), `recovery_code`, or `passkey` (the response to `POST /dashboard-api/sign-in/passkey-options`). `password` is sufficient only if the account has neither an authenticator app nor a passkey.',
  access: 'person',
  body: ReauthenticateBody,
  answer: answers.done,
  examples: examples.example('A confirmation with the password', examples.done, { password: examples.password }),
  errors: { ...codeErrors, 401: ['invalid_access', 'missing_api_key', 'validation_error'] },
  runs: Reauthenticate,
  input(asked) {
    const { password, code, recovery_code: recoveryCode, passkey } = asked.body;
    const given = { password, code, recoveryCode, ...passkeyIn(asked, passkey) };
    return { by: asked.person, visitor: visitorOf(asked), given };
  },
  present({ session }, asked) {
    if (session !== undefined) giveSession(asked, session);
    return done();
  },
});

export const beginTotp = post({
  path: '/dashboard-api/profile/totp',
  summary: 'Start adding an authenticator app',
  access: 'person',
  answer: answers.totpSecret,
  examples: examples.example('A new secret, with the URI for a QR code', examples.totp),
  errors: { ...refusedHere, 422: ['validation_error'] },
  runs: EnrolTotp,
  input: ({ person }) => ({ by: person }),
  present: ({ secret, uri }) => ({ object: 'totp', secret, uri }) as const,
});

export const confirmTotp = post({
  path: '/dashboard-api/profile/totp/confirm',
  summary: 'Confirm the authenticator app with a code',
  access: 'person',
  body: CodeBody,
  answer: answers.recoveryCodes,
  examples: examples.example('A confirmed app with its recovery codes', examples.recoveryCodes, { code: '123456' }),
  errors: codeErrors,
  runs: ConfirmTotp,
  input: (asked) => ({ by: asked.person, visitor: visitorOf(asked), code: asked.body.code }),
  present({ codes, session }, asked) {
    giveSession(asked, session);
    return { object: 'recovery_codes', recovery_codes: codes } as const;
  },
});

export const removeTotp = remove({
  path: '/dashboard-api/profile/totp',
  summary: 'Remove the authenticator app and the recovery codes',
  access: 'person',
  answer: answers.done,
  examples: examples.example('A removed authenticator app', examples.done),
  errors: refusedHere,
  runs: RemoveTotp,
  input: ({ person }) => ({ by: person }),
  present: done,
});

export const makeRecoveryCodes = post({
  path: '/dashboard-api/profile/recovery-codes',
  summary: 'Replace the recovery codes',
  access: 'person',
  answer: answers.recoveryCodes,
  examples: examples.example('New recovery codes', examples.recoveryCodes),
  errors: { ...refusedHere, 422: ['validation_error'] },
  runs: MakeRecoveryCodes,
  input: ({ person }) => ({ by: person }),
  present: ({ codes }) => ({ object: 'recovery_codes', recovery_codes: codes }) as const,
});
