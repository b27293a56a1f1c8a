import { AcceptInvitation } from '../../../application/people/accept-invitation.js';
import {
  Invite,
  ListInvitations,
  LookAtInvitation,
  RevokeInvitation,
} from '../../../application/people/invitations.js';
import { ChangeMember, ChangeTeam, GetTeam, ListPeople } from '../../../application/people/manage-team.js';
import type { Role } from '../../../domain/team/events.js';
import { described, Field, required } from '../edge/field.js';
import { listOf } from '../edge/page.js';
import { trueOrFalse } from '../edge/rules.js';
import { invalidBody } from '../openapi/operation.js';
import { get, patch, post, remove } from '../openapi/served.js';
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
import { presentTeam } from './present.js';
import { answerEntered, linkTo, visitorOf } from './visitor.js';

/** PATCH /dashboard-api/people/{id} */
class ChangeRoleBody {
  @Field(role, required) role!: Role;
}

/** POST /dashboard-api/invitations */
class InviteBody {
  @Field(emailAddress, required) email!: string;
  @Field(role, required) role!: Role;
}

/** POST /dashboard-api/invitations/look */
export class LookBody {
  @Field(credential, required) token!: string;
}

/** POST /dashboard-api/invitations/accept */
class AcceptInvitationBody {
  @Field(credential, required) token!: string;
  @Field(shownName) name: string | undefined;
  @Field(newPassword) password: string | undefined;
}

/** PATCH /dashboard-api/team */
class ChangeTeamBody {
  @Field(shownName) name: string | undefined;
  @Field(
    described(
      trueOrFalse,
      'Whether members need a second factor. Members without one have no access to the team until they add one.',
    ),
  )
  second_factor_required: boolean | undefined;
  @Field(prescribedProvider) sso: PrescribedProvider | undefined;
}

const refusedHere = { 403: ['invalid_access', 'reauthentication_required', 'security_error'] } as const;
const changeOne = { ...refusedHere, 404: ['not_found'] } as const;

export const listPeople = get({
  path: '/dashboard-api/people',
  summary: 'List the members of the team',
  access: 'person',
  answer: answers.peopleList,
  examples: examples.example('One member', examples.people),
  errors: refusedHere,
  runs: ListPeople,
  input: ({ teamId }) => ({ teamId }),
  isLongRead: () => true,
  present: (people) =>
    listOf(
      people.map(({ secondFactor, addressProven, joinedAt, lastSeenAt, ...person }) => ({
        ...person,
        address_proven: addressProven,
        second_factor: secondFactor,
        last_seen_at: lastSeenAt,
        joined_at: joinedAt,
      })),
      false,
    ),
});

export const changeRole = patch({
  path: '/dashboard-api/people/{id}',
  summary: 'Change the role of a member',
  description: 'The role applies at once, also in the member’s open sessions.',
  access: 'person',
  body: ChangeRoleBody,
  answer: answers.changedPerson,
  examples: examples.example('A change to the role `member`', examples.changedPerson, { role: 'member' }),
  errors: {
    ...invalidBody,
    ...changeOne,
    422: ['invalid_parameter', 'missing_required_field', 'validation_error'],
  },
  runs: ChangeMember,
  input: ({ person, path, body: { role: given } }) => ({ by: person, userId: path.id, role: given }),
  present: (_changed, { path, body }) => ({ object: 'person', id: path.id, role: body.role }) as const,
});

export const removePerson = remove({
  path: '/dashboard-api/people/{id}',
  summary: 'Remove a member from the team',
  access: 'person',
  answer: answers.removedPerson,
  examples: examples.example('A removed member', examples.removedPerson),
  errors: { ...changeOne, 422: ['invalid_parameter', 'validation_error'] },
  runs: ChangeMember,
  input: ({ person, path }) => ({ by: person, userId: path.id, role: null }),
  present: (_removed, { path }) => ({ object: 'person', id: path.id, removed: true }) as const,
});

export const listInvitations = get({
  path: '/dashboard-api/invitations',
  summary: 'List open invitations, newest first',
  access: 'person',
  answer: answers.invitationList,
  examples: examples.example('One open invitation', examples.invitations),
  errors: refusedHere,
  runs: ListInvitations,
  input: ({ teamId }) => ({ teamId }),
  present: (found) =>
    listOf(
      found.map(({ id, email, role: invitedAs, createdAt, expiresAt }) => ({
        id,
        email,
        role: invitedAs,
        created_at: createdAt,
        expires_at: expiresAt,
      })),
      false,
    ),
});

export const invite = post({
  path: '/dashboard-api/invitations',
  summary: 'Invite a teammate by email',
  access: 'person',
  body: InviteBody,
  status: 201,
  answer: answers.createdInvitation,
  examples: examples.example('An invitation with the role `member`', examples.invited, {
    email: 'grace@example.com',
    role: 'member',
  }),
  errors: { ...invalidBody, ...refusedHere, 429: ['rate_limit_exceeded'] },
  runs: Invite,
  input: ({ person, body, options }) => ({ by: person, ...body, linkTo: linkTo(options.publicUrl, 'invitation') }),
  present: ({ id, url, mailSent }) => ({ object: 'invitation', id, url, mail_sent: mailSent }) as const,
});

export const revokeInvitation = remove({
  path: '/dashboard-api/invitations/{id}',
  summary: 'Revoke an invitation',
  access: 'person',
  answer: answers.revokedInvitation,
  examples: examples.example('A revoked invitation', examples.revoked),
  errors: { ...changeOne, 422: ['invalid_parameter'] },
  runs: RevokeInvitation,
  input: ({ person, path }) => ({ by: person, invitationId: path.id }),
  present: ({ id }) => ({ object: 'invitation', id, revoked: true }) as const,
});

export const lookAtInvitation = post({
  path: '/dashboard-api/invitations/look',
  summary: 'Get the invitation that a link belongs to',
  access: 'visitor',
  body: LookBody,
  answer: answers.invitationLook,
  examples: examples.example('An invitation for a new user', examples.invitation, { token: examples.token }),
  errors: { ...invalidBody, ...refusedHere, 429: ['rate_limit_exceeded'] },
  runs: LookAtInvitation,
  input: ({ body: { token } }) => ({ token }),
  present: ({ teamName, email, role: invitedAs, hasAccount }) =>
    ({
      object: 'invitation',
      team_name: teamName,
      email,
      role: invitedAs,
      has_account: hasAccount,
    }) as const,
});

export const acceptInvitation = post({
  path: '/dashboard-api/invitations/accept',
  summary: 'Accept an invitation',
  description:
    'If the invited address has no account, give `name` and `password`. The new user is then signed in. If the address has an account, the user must be signed in with it.',
  access: 'visitor',
  body: AcceptInvitationBody,
  answer: answers.signIn,
  examples: examples.example('A new account', examples.signedIn, {
    token: examples.token,
    name: 'Grace',
    password: examples.password,
  }),
  errors: { ...invalidBody, ...refusedHere, 429: ['rate_limit_exceeded'] },
  runs: AcceptInvitation,
  input(asked) {
    const { token, name, password } = asked.body;
    const person = name === undefined || password === undefined ? null : { name, password };
    return { visitor: visitorOf(asked), token, person };
  },
  present: (entered, asked) => answerEntered(asked, entered),
});

export const getTeam = get({
  path: '/dashboard-api/team',
  summary: 'Get the team and its security policy',
  access: 'person',
  answer: answers.team,
  examples: examples.example('A team without a security policy', examples.teamView),
  errors: refusedHere,
  noun: 'Team',
  runs: GetTeam,
  input: ({ teamId }) => ({ teamId }),
  present: presentTeam,
});

export const changeTeam = patch({
  path: '/dashboard-api/team',
  summary: 'Change the name or the security policy of the team',
  access: 'person',
  body: ChangeTeamBody,
  answer: answers.team,
  examples: examples.example('A new name', examples.teamView, { name: 'First team' }),
  errors: { ...invalidBody, ...refusedHere },
  runs: ChangeTeam,
  input({ person, body: { name, second_factor_required: secondFactorRequired, sso } }) {
    const policy = {
      ...(secondFactorRequired === undefined ? {} : { secondFactorRequired }),
      ...(sso === undefined ? {} : { sso: sso === 'none' ? null : sso }),
    };
    return { by: person, name, policy };
  },
  present: presentTeam,
});
