import type { Role } from '../../../domain/team/events.js';
import { bodySchema, described, Field, required } from '../edge/field.js';
import { trueOrFalse } from '../edge/rules.js';
import { get, invalidBody, patch, post, remove } from '../openapi/operation.js';
import * as answers from './people.answers.js';
import * as examples from './people.examples.js';
import {
  credential,
  emailAddress,
  newPassword,
  type PrescribedProvider,
  prescribedProvider,
  role,
  shownName,
} from './people.fields.js';

/** PATCH /dashboard-api/people/{id} */
export class ChangeRoleBody {
  @Field(role, required) role!: Role;
}

/** POST /dashboard-api/invitations */
export class InviteBody {
  @Field(emailAddress, required) email!: string;
  @Field(role, required) role!: Role;
}

/** POST /dashboard-api/invitations/look */
export class LookBody {
  @Field(credential, required) token!: string;
}

/** POST /dashboard-api/invitations/accept */
export class AcceptInvitationBody {
  @Field(credential, required) token!: string;
  @Field(shownName) name: string | undefined;
  @Field(newPassword) password: string | undefined;
}

/** PATCH /dashboard-api/team */
export class ChangeTeamBody {
  @Field(shownName) name: string | undefined;
  @Field(described(trueOrFalse, 'Without a second factor a person can do nothing but add one.')) second_factor_required:
    | boolean
    | undefined;
  @Field(prescribedProvider) sso: PrescribedProvider | undefined;
}

const refusedHere = { 403: ['invalid_access', 'reauthentication_required', 'security_error'] } as const;
const changeOne = { ...refusedHere, 404: ['not_found'] } as const;

export const listPeople = get({
  path: '/dashboard-api/people',
  summary: 'List the people of the team',
  access: 'person',
  need: 'person',
  answer: answers.peopleList,
  examples: examples.example('One person', examples.people),
  errors: refusedHere,
});

export const changeRole = patch({
  path: '/dashboard-api/people/{id}',
  summary: 'Give a person of the team another role',
  description: 'It counts at once in every open session of the person.',
  access: 'person',
  need: 'person admin',
  body: bodySchema(ChangeRoleBody),
  answer: answers.changedPerson,
  examples: examples.example('A member from now on', examples.changedPerson, { role: 'member' }),
  errors: {
    ...invalidBody,
    ...changeOne,
    422: ['invalid_parameter', 'missing_required_field', 'validation_error'],
  },
});

export const removePerson = remove({
  path: '/dashboard-api/people/{id}',
  summary: 'Take a person out of the team',
  access: 'person',
  need: 'person admin',
  answer: answers.removedPerson,
  examples: examples.example('No member any more', examples.removedPerson),
  errors: { ...changeOne, 422: ['invalid_parameter', 'validation_error'] },
});

export const listInvitations = get({
  path: '/dashboard-api/invitations',
  summary: 'List the invitations that can still be accepted, newest first',
  access: 'person',
  need: 'person admin',
  answer: answers.invitationList,
  examples: examples.example('One is open', examples.invitations),
  errors: refusedHere,
});

export const invite = post({
  path: '/dashboard-api/invitations',
  summary: 'Invite a person into the team, by mail',
  access: 'person',
  need: 'person admin',
  body: bodySchema(InviteBody),
  status: 201,
  answer: answers.createdInvitation,
  examples: examples.example('A new member', examples.invited, { email: 'grace@example.com', role: 'member' }),
  errors: { ...invalidBody, ...refusedHere, 429: ['rate_limit_exceeded'] },
});

export const revokeInvitation = remove({
  path: '/dashboard-api/invitations/{id}',
  summary: 'Revoke an invitation',
  access: 'person',
  need: 'person admin',
  answer: answers.revokedInvitation,
  examples: examples.example('Its link opens nothing any more', examples.revoked),
  errors: { ...changeOne, 422: ['invalid_parameter'] },
});

export const lookAtInvitation = post({
  path: '/dashboard-api/invitations/look',
  summary: 'What an invitation is for',
  access: 'visitor',
  body: bodySchema(LookBody),
  answer: answers.invitationLook,
  examples: examples.example('For somebody new', examples.invitation, { token: examples.token }),
  errors: { ...invalidBody, ...refusedHere, 429: ['rate_limit_exceeded'] },
});

export const acceptInvitation = post({
  path: '/dashboard-api/invitations/accept',
  summary: 'Accept an invitation',
  description: 'Who has no account chooses name and password, and is signed in. Who has one must be signed in with it.',
  access: 'visitor',
  body: bodySchema(AcceptInvitationBody),
  answer: answers.signIn,
  examples: examples.example('With a new account', examples.signedIn, {
    token: examples.token,
    name: 'Grace',
    password: examples.password,
  }),
  errors: { ...invalidBody, ...refusedHere, 429: ['rate_limit_exceeded'] },
});

export const getTeam = get({
  path: '/dashboard-api/team',
  summary: 'The team and its policy',
  access: 'person',
  need: 'person',
  answer: answers.team,
  examples: examples.example('Without a policy', examples.teamView),
  errors: refusedHere,
});

export const changeTeam = patch({
  path: '/dashboard-api/team',
  summary: 'Change the name or the policy of the team',
  access: 'person',
  need: 'person admin',
  body: bodySchema(ChangeTeamBody),
  answer: answers.team,
  examples: examples.example('Another name', examples.teamView, { name: 'First team' }),
  errors: { ...invalidBody, ...refusedHere },
});
