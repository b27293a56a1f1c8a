import { Body, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AcceptInvitation } from '../../../application/people/accept-invitation.js';
import {
  Invite,
  ListInvitations,
  LookAtInvitation,
  RevokeInvitation,
} from '../../../application/people/invitations.js';
import { ChangeMember, ChangeTeam, GetTeam, ListPeople } from '../../../application/people/manage-team.js';
import { callerOf, personOf } from '../edge/access.js';
import { sessionTokenOf, setSession } from '../edge/cookies.js';
import { notFound } from '../edge/errors/api-error.js';
import { readBody, readOrError } from '../edge/field.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { asLongRead } from '../edge/long-reads.js';
import { listOf } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { Answers } from '../openapi/operation.js';
import { presentTeam } from './present.js';
import { doneOrError, peopleError } from './refusals.js';
import * as operations from './team.operations.js';
import { linkTo, visitorOf } from './visitor.js';

@Controller()
export class TeamController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(operations.listPeople)
  async people(@Req() request: FastifyRequest) {
    const list = ListPeople({ teamId: callerOf(request).context.teamId });
    const people = await asLongRead(this.options, request, () => this.queries.execute(list));
    const rows = people.map(({ secondFactor, addressProven, joinedAt, lastSeenAt, ...person }) => ({
      ...person,
      address_proven: addressProven,
      second_factor: secondFactor,
      last_seen_at: lastSeenAt,
      joined_at: joinedAt,
    }));
    return listOf(rows, false);
  }

  @Answers(operations.changeRole)
  async changeRole(@Req() request: FastifyRequest, @Param('id') id: string, @Body() raw: unknown) {
    const userId = pathId(id);
    const { role } = readOrError(readBody(operations.ChangeRoleBody, raw, 'The request body'));
    doneOrError(await this.commands.execute(ChangeMember({ by: personOf(request), userId, role })));
    return { object: 'person', id: userId, role } as const;
  }

  @Answers(operations.removePerson)
  async removePerson(@Req() request: FastifyRequest, @Param('id') id: string) {
    const userId = pathId(id);
    doneOrError(await this.commands.execute(ChangeMember({ by: personOf(request), userId, role: null })));
    return { object: 'person', id: userId, removed: true } as const;
  }

  @Answers(operations.listInvitations)
  async invitations(@Req() request: FastifyRequest) {
    const found = await this.queries.execute(ListInvitations({ teamId: callerOf(request).context.teamId }));
    const rows = found.map(({ id, email, role, createdAt, expiresAt }) => ({
      id,
      email,
      role,
      created_at: createdAt,
      expires_at: expiresAt,
    }));
    return listOf(rows, false);
  }

  @Answers(operations.invite)
  async invite(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const { email, role } = readOrError(readBody(operations.InviteBody, raw, 'The request body'));
    const link = linkTo(this.options.publicUrl, 'invitation');
    const { id, url, mailSent } = doneOrError(
      await this.commands.execute(Invite({ by: personOf(request), email, role, linkTo: link })),
    );
    return { object: 'invitation', id, url, mail_sent: mailSent } as const;
  }

  @Answers(operations.revokeInvitation)
  async revoke(@Req() request: FastifyRequest, @Param('id') id: string) {
    const command = RevokeInvitation({ by: personOf(request), invitationId: pathId(id) });
    const revoked = doneOrError(await this.commands.execute(command));
    return { object: 'invitation', id: revoked.id, revoked: true } as const;
  }

  @Answers(operations.lookAtInvitation)
  async look(@Body() raw: unknown) {
    const { token } = readOrError(readBody(operations.LookBody, raw, 'The request body'));
    const view = await this.queries.execute(LookAtInvitation({ token }));
    if (view === undefined) throw peopleError({ refused: 'link-invalid' });
    const { teamName, email, role, hasAccount } = view;
    return { object: 'invitation', team_name: teamName, email, role, has_account: hasAccount } as const;
  }

  @Answers(operations.acceptInvitation)
  async accept(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply, @Body() raw: unknown) {
    const { token, name, password } = readOrError(readBody(operations.AcceptInvitationBody, raw, 'The request body'));
    const { publicUrl, people, clock } = this.options;
    const sessionToken = sessionTokenOf(request, publicUrl);
    const signedIn = sessionToken === null ? undefined : await people?.resolve(sessionToken);
    const person = name === undefined || password === undefined ? null : { name, password };
    const visitor = visitorOf(request, publicUrl);
    const command = AcceptInvitation({ visitor, userId: signedIn?.userId ?? null, token, person });
    const { session } = doneOrError(await this.commands.execute(command));
    setSession(reply, session, publicUrl, clock.now());
    return { object: 'sign_in', state: 'signed_in' } as const;
  }

  @Answers(operations.getTeam)
  async team(@Req() request: FastifyRequest) {
    const view = await this.queries.execute(GetTeam({ teamId: callerOf(request).context.teamId }));
    if (view === undefined) throw notFound('Team not found');
    return presentTeam(view);
  }

  @Answers(operations.changeTeam)
  async changeTeam(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const body = readOrError(readBody(operations.ChangeTeamBody, raw, 'The request body'));
    const { name, second_factor_required: secondFactorRequired, sso } = body;
    const policy = {
      ...(secondFactorRequired === undefined ? {} : { secondFactorRequired }),
      ...(sso === undefined ? {} : { sso: sso === 'none' ? null : sso }),
    };
    return presentTeam(doneOrError(await this.commands.execute(ChangeTeam({ by: personOf(request), name, policy }))));
  }
}
