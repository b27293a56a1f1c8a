import { CreateTeam } from '../../../application/people/manage-team.js';
import {
  EndAllSessions,
  EndSession,
  GetSession,
  ListSessions,
  SwitchTeam,
} from '../../../application/people/own-sessions.js';
import { SetUp } from '../../../application/people/set-up.js';
import { GetSignInOptions, SignIn } from '../../../application/people/sign-in.js';
import { clearSession } from '../edge/cookies.js';
import { described, Field, required } from '../edge/field.js';
import { listOf } from '../edge/page.js';
import { uuid } from '../edge/rules.js';
import { invalidBody } from '../openapi/operation.js';
import { get, post, remove } from '../openapi/served.js';
import * as answers from './people.answers.js';
import * as examples from './people.examples.js';
import { credential, emailAddress, newPassword, shownName } from './people.fields.js';
import { done, presentOwnSession, presentSession } from './present.js';
import { answerEntered, networkOfRequest, visitorOf } from './visitor.js';

/** POST /dashboard-api/set-up */
class SetUpBody {
  @Field(
    described(credential, 'The `token` parameter of the link that the server prints at startup until a user exists.'),
    required,
  )
  token!: string;
  @Field(emailAddress, required) email!: string;
  @Field(shownName, required) name!: string;
  @Field(newPassword, required) password!: string;
  @Field(described(shownName, 'A new name for the first team. If absent, the team keeps its name.')) team_name:
    | string
    | undefined;
}

/** POST /dashboard-api/sign-in */
class SignInBody {
  @Field(emailAddress, required) email!: string;
  @Field(credential, required) password!: string;
}

/** POST /dashboard-api/session/team */
class SwitchTeamBody {
  @Field(uuid, required) team_id!: string;
}

/** POST /dashboard-api/teams */
class CreateTeamBody {
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
  summary: 'Get the current session',
  access: 'person',
  answer: answers.session,
  examples: examples.example('A user in one team', examples.session),
  errors: {},
  runs: GetSession,
  input: ({ person }) => ({ by: person }),
  present: (view, { person }) => presentSession(view, person),
});

export const getSignInOptions = get({
  path: '/dashboard-api/sign-in-options',
  summary: 'List the sign-in methods',
  access: 'visitor',
  answer: answers.signInOptions,
  examples: examples.example('Sign-in with a password only', examples.signInOptions),
  errors: {},
  runs: GetSignInOptions,
  input: () => undefined,
  present: ({ needsSetUp, passkeys, providers }) =>
    ({
      object: 'sign_in_options',
      needs_set_up: needsSetUp,
      password: true,
      passkeys,
      providers,
    }) as const,
});

export const setUp = post({
  path: '/dashboard-api/set-up',
  summary: 'Create the first user with the link that the server printed',
  description: 'The link works once. The user becomes an admin of the first team and is signed in.',
  access: 'visitor',
  body: SetUpBody,
  status: 201,
  answer: answers.signIn,
  examples: examples.example('The first user', examples.signedIn, {
    token: examples.token,
    email: examples.email,
    name: 'Ada',
    password: examples.password,
  }),
  errors: signInErrors,
  runs: SetUp,
  input(asked) {
    const { token, team_name: teamName, ...person } = asked.body;
    return { visitor: visitorOf(asked), token, person, teamName };
  },
  present: (entered, asked) => answerEntered(asked, entered),
});

export const signIn = post({
  path: '/dashboard-api/sign-in',
  summary: 'Sign in with an email address and password',
  description:
    'Sets the session cookie. If `state` is `second_factor`, complete the sign-in with `POST /dashboard-api/sign-in/second-factor`. A refused sign-in has the same response after the same time, whether the address or the password is wrong.',
  access: 'visitor',
  body: SignInBody,
  answer: answers.signIn,
  examples: examples.example('A sign-in with a password', examples.signedIn, {
    email: examples.email,
    password: examples.password,
  }),
  errors: signInErrors,
  runs: SignIn,
  input: (asked) => ({
    visitor: visitorOf(asked),
    network: networkOfRequest(asked),
    email: asked.body.email,
    password: asked.body.password,
  }),
  present: (entered, asked) => answerEntered(asked, entered),
});

export const signOut = post({
  path: '/dashboard-api/sign-out',
  summary: 'Sign out',
  access: 'person',
  answer: answers.done,
  examples: examples.example('An ended session', examples.done),
  errors: refusedHere,
  runs: EndSession,
  input: ({ person }) => ({ by: person, sessionId: person.sessionId }),
  present(_ended, { reply, options }) {
    clearSession(reply, options.publicUrl);
    return done();
  },
});

export const listSessions = get({
  path: '/dashboard-api/sessions',
  summary: 'List your open sessions, newest first',
  access: 'person',
  answer: answers.sessionList,
  examples: examples.example('One session', examples.sessions),
  errors: {},
  runs: ListSessions,
  input: ({ person: { userId } }) => ({ userId }),
  present: (sessions, { person }) =>
    listOf(
      sessions.map((each) => presentOwnSession(each, person)),
      false,
    ),
});

export const endSession = remove({
  path: '/dashboard-api/sessions/{id}',
  summary: 'End one of your sessions',
  access: 'person',
  answer: answers.endedSession,
  examples: examples.example('An ended session', examples.endedSession),
  errors: { ...refusedHere, 404: ['not_found'], 422: ['invalid_parameter'] },
  runs: EndSession,
  input: ({ person, path }) => ({ by: person, sessionId: path.id }),
  present: ({ id: sessionId }) => ({ object: 'session', id: sessionId, ended: true }) as const,
});

export const endAllSessions = post({
  path: '/dashboard-api/sessions/end-all',
  summary: 'End all your sessions, including this one',
  access: 'person',
  answer: answers.endedSessions,
  examples: examples.example('Two ended sessions', { object: 'session', ended: 2 } as const),
  errors: refusedHere,
  runs: EndAllSessions,
  input: ({ person }) => ({ by: person }),
  present({ ended }, { reply, options }) {
    clearSession(reply, options.publicUrl);
    return { object: 'session', ended } as const;
  },
});

export const switchTeam = post({
  path: '/dashboard-api/session/team',
  summary: 'Switch this session to another team',
  access: 'person',
  body: SwitchTeamBody,
  answer: answers.done,
  examples: examples.example('Another team', examples.done, { team_id: examples.teamId }),
  errors: { ...invalidBody, ...refusedHere, 404: ['not_found'] },
  runs: SwitchTeam,
  input: ({ person, body }) => ({ by: person, teamId: body.team_id }),
  present: done,
});

export const createTeam = post({
  path: '/dashboard-api/teams',
  summary: 'Create a team and become its admin',
  access: 'person',
  body: CreateTeamBody,
  status: 201,
  answer: answers.createdTeam,
  examples: examples.example('A second team', examples.createdTeam, { name: 'Looms' }),
  errors: { ...invalidBody, ...refusedHere },
  runs: CreateTeam,
  input: ({ person, body: { name } }) => ({ by: person, name }),
  present: ({ id: teamId, name }) => ({ object: 'team', id: teamId, name }) as const,
});
