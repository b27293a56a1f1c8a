import { bodySchema, described, Field, required } from '../edge/field.js';
import { uuid } from '../edge/rules.js';
import { get, id, invalidBody, post, remove } from '../openapi/operation.js';
import * as answers from './people.answers.js';
import * as examples from './people.examples.js';
import { credential, emailAddress, newPassword, shownName } from './people.fields.js';

/** POST /dashboard-api/set-up */
export class SetUpBody {
  @Field(described(credential, 'From the link that the first start printed.'), required) token!: string;
  @Field(emailAddress, required) email!: string;
  @Field(shownName, required) name!: string;
  @Field(newPassword, required) password!: string;
  @Field(described(shownName, 'A new name for the first team.')) team_name: string | undefined;
}

/** POST /dashboard-api/sign-in */
export class SignInBody {
  @Field(emailAddress, required) email!: string;
  @Field(credential, required) password!: string;
}

/** POST /dashboard-api/session/team */
export class SwitchTeamBody {
  @Field(uuid, required) team_id!: string;
}

/** POST /dashboard-api/teams */
export class CreateTeamBody {
  @Field(shownName, required) name!: string;
}

const refusedHere = { 403: ['invalid_access', 'reauthentication_required', 'security_error'] } as const;
const signInErrors = {
  ...invalidBody,
  ...refusedHere,
  401: ['invalid_access'],
  429: ['rate_limit_exceeded'],
  503: ['application_error'],
} as const;

export const getSession = get({
  path: '/dashboard-api/session',
  summary: 'Who is signed in, and for which team',
  access: 'person',
  need: 'oneself',
  answer: answers.session,
  examples: examples.example('A person in one team', examples.session),
  errors: {},
});

export const getSignInOptions = get({
  path: '/dashboard-api/sign-in-options',
  summary: 'The ways to sign in',
  access: 'visitor',
  answer: answers.signInOptions,
  examples: examples.example('By password only', examples.signInOptions),
  errors: {},
});

export const setUp = post({
  path: '/dashboard-api/set-up',
  summary: 'Make the first person, with the link that the first start printed',
  description: 'The link works once. The person is an admin of the first team, and signed in.',
  access: 'visitor',
  body: bodySchema(SetUpBody),
  status: 201,
  answer: answers.signIn,
  examples: examples.example('The first person', examples.signedIn, {
    token: examples.token,
    email: examples.email,
    name: 'Ada',
    password: examples.password,
  }),
  errors: signInErrors,
});

export const signIn = post({
  path: '/dashboard-api/sign-in',
  summary: 'Sign in by address and password',
  description:
    'The cookie of the answer is the session. What is wrong is never said: the answer is one, and so is its time.',
  access: 'visitor',
  body: bodySchema(SignInBody),
  answer: answers.signIn,
  examples: examples.example('By password', examples.signedIn, { email: examples.email, password: examples.password }),
  errors: signInErrors,
});

export const signOut = post({
  path: '/dashboard-api/sign-out',
  summary: 'End this session',
  access: 'person',
  need: 'oneself',
  answer: answers.done,
  examples: examples.example('The cookie opens nothing any more', examples.done),
  errors: refusedHere,
});

export const listSessions = get({
  path: '/dashboard-api/sessions',
  summary: 'List the open sessions of the person who asks, newest first',
  access: 'person',
  need: 'oneself',
  answer: answers.sessionList,
  examples: examples.example('One browser', examples.sessions),
  errors: {},
});

export const endSession = remove({
  path: '/dashboard-api/sessions/{id}',
  summary: 'End one session of one’s own',
  access: 'person',
  need: 'oneself',
  parameters: [id],
  answer: answers.endedSession,
  examples: examples.example('Its cookie opens nothing any more', examples.endedSession),
  errors: { ...refusedHere, 404: ['not_found'], 422: ['invalid_parameter'] },
});

export const endAllSessions = post({
  path: '/dashboard-api/sessions/end-all',
  summary: 'End every session of one’s own, this one too',
  access: 'person',
  need: 'oneself',
  answer: answers.endedSessions,
  examples: examples.example('Two browsers', { object: 'session', ended: 2 } as const),
  errors: refusedHere,
});

export const switchTeam = post({
  path: '/dashboard-api/session/team',
  summary: 'Choose the team that this session works for',
  access: 'person',
  need: 'oneself',
  body: bodySchema(SwitchTeamBody),
  answer: answers.done,
  examples: examples.example('Another team', examples.done, { team_id: examples.teamId }),
  errors: { ...invalidBody, ...refusedHere, 404: ['not_found'] },
});

export const createTeam = post({
  path: '/dashboard-api/teams',
  summary: 'Make a further team, as its admin',
  access: 'person',
  need: 'oneself',
  body: bodySchema(CreateTeamBody),
  status: 201,
  answer: answers.createdTeam,
  examples: examples.example('A second team', examples.createdTeam, { name: 'Looms' }),
  errors: { ...invalidBody, ...refusedHere },
});
