import {
  AddPasskey,
  AskForPasskey,
  AskToAddPasskey,
  ListPasskeys,
  PasskeySignIn,
  RemovePasskey,
} from '../../../application/people/passkeys.js';
import { setStep } from '../edge/cookies.js';
import { Field, required } from '../edge/field.js';
import { listOf } from '../edge/page.js';
import { invalidBody } from '../openapi/operation.js';
import { type Asked, get, post, remove } from '../openapi/served.js';
import * as answers from './people.answers.js';
import * as examples from './people.examples.js';
import { authenticatorResponse, shownName } from './people.fields.js';
import { presentPasskey } from './present.js';
import { answerEntered, giveSession, takeStep, visitorOf } from './visitor.js';

/** POST /dashboard-api/sign-in/passkey */
class PasskeySignInBody {
  @Field(authenticatorResponse, required) response!: Readonly<Record<string, unknown>>;
}

/** POST /dashboard-api/profile/passkeys */
class AddPasskeyBody {
  @Field(shownName, required) name!: string;
  @Field(authenticatorResponse, required) response!: Readonly<Record<string, unknown>>;
}

const refusedHere = { 403: ['invalid_access', 'reauthentication_required', 'security_error'] } as const;
const codeErrors = { ...invalidBody, ...refusedHere, 429: ['rate_limit_exceeded'] } as const;
const signInErrors = { ...codeErrors, 401: ['invalid_access'] } as const;

/** The browser keeps in a cookie what its answer is checked against. */
function giveQuestion(
  question: { readonly step: string; readonly options: Readonly<Record<string, unknown>> },
  { reply, options }: Pick<Asked, 'reply' | 'options'>,
) {
  setStep(reply, 'passkey', question.step, options.publicUrl);
  return { object: 'passkey_options', options: question.options } as const;
}

export const passkeySignInOptions = post({
  path: '/dashboard-api/sign-in/passkey-options',
  summary: 'Start a sign-in with a passkey',
  access: 'visitor',
  answer: answers.passkeyOptions,
  examples: examples.example('Options for the browser', examples.passkeyOptions),
  errors: { 403: ['security_error'], 429: ['rate_limit_exceeded'] },
  runs: AskForPasskey,
  input: () => undefined,
  present: giveQuestion,
});

export const passkeySignIn = post({
  path: '/dashboard-api/sign-in/passkey',
  summary: 'Sign in with a passkey',
  access: 'visitor',
  body: PasskeySignInBody,
  answer: answers.signIn,
  examples: examples.example('A sign-in with a passkey', examples.signedIn, {
    response: examples.authenticatorResponse,
  }),
  errors: signInErrors,
  runs: PasskeySignIn,
  input: (asked) => ({
    visitor: visitorOf(asked),
    step: takeStep(asked, 'passkey'),
    response: asked.body.response,
  }),
  present: (entered, asked) => answerEntered(asked, entered),
});

export const listPasskeys = get({
  path: '/dashboard-api/profile/passkeys',
  summary: 'List your passkeys',
  access: 'person',
  answer: answers.passkeyList,
  examples: examples.example('One passkey', examples.passkeys),
  errors: {},
  runs: ListPasskeys,
  input: ({ person: { userId } }) => ({ userId }),
  present: (passkeys) => listOf(passkeys.map(presentPasskey), false),
});

export const passkeyOptions = post({
  path: '/dashboard-api/profile/passkeys/options',
  summary: 'Start adding a passkey',
  access: 'person',
  answer: answers.passkeyOptions,
  examples: examples.example('Options for the browser', examples.passkeyOptions),
  errors: refusedHere,
  runs: AskToAddPasskey,
  input: ({ person }) => ({ by: person }),
  present: giveQuestion,
});

export const addPasskey = post({
  path: '/dashboard-api/profile/passkeys',
  summary: 'Add a passkey',
  access: 'person',
  body: AddPasskeyBody,
  status: 201,
  answer: answers.createdPasskey,
  examples: examples.example('A passkey named “Laptop”', examples.createdPasskey, {
    name: 'Laptop',
    response: examples.authenticatorResponse,
  }),
  errors: codeErrors,
  runs: AddPasskey,
  input: (asked) => ({
    by: asked.person,
    visitor: visitorOf(asked),
    step: takeStep(asked, 'passkey'),
    name: asked.body.name,
    response: asked.body.response,
  }),
  present({ id, session }, asked) {
    if (session !== undefined) giveSession(asked, session);
    return { object: 'passkey', id } as const;
  },
});

export const removePasskey = remove({
  path: '/dashboard-api/profile/passkeys/{id}',
  summary: 'Remove a passkey',
  access: 'person',
  answer: answers.removedPasskey,
  examples: examples.example('A removed passkey', examples.removedPasskey),
  errors: { ...refusedHere, 404: ['not_found'], 422: ['invalid_parameter'] },
  runs: RemovePasskey,
  input: ({ person, path }) => ({ by: person, passkeyId: path.id }),
  present: ({ id }) => ({ object: 'passkey', id, removed: true }) as const,
});
