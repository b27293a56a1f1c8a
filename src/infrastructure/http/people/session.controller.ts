import { Body, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  EndAllSessions,
  EndSession,
  GetSession,
  ListSessions,
  SwitchTeam,
} from '../../../application/people/own-sessions.js';
import { SetUp } from '../../../application/people/set-up.js';
import { GetSignInOptions, SignIn } from '../../../application/people/sign-in.js';
import { CreateTeam } from '../../../application/people/manage-team.js';
import { personOf } from '../edge/access.js';
import { clearSession, setSession } from '../edge/cookies.js';
import { notFound } from '../edge/errors/api-error.js';
import { readBody, readOrError } from '../edge/field.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { listOf } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { Answers } from '../openapi/operation.js';
import { answerEntered } from './entered.js';
import { presentOwnSession } from './present.js';
import { doneOrError } from './refusals.js';
import * as operations from './session.operations.js';
import { networkOfRequest, visitorOf } from './visitor.js';

@Controller()
export class SessionController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(operations.getSession)
  async session(@Req() request: FastifyRequest) {
    const by = personOf(request);
    const view = await this.queries.execute(GetSession({ by }));
    if (view === undefined) throw notFound('This person was erased.');
    const { userId, email, name, addressProven, hasPassword, hasTotp, passkeys, teams, canCreateTeams, csrfToken } =
      view;
    return {
      object: 'session',
      user: {
        id: userId,
        email,
        name,
        address_proven: addressProven,
        has_password: hasPassword,
        has_totp: hasTotp,
        passkeys,
      },
      team: teams.find(({ id }) => id === by.teamId) ?? null,
      teams,
      can_create_teams: canCreateTeams,
      csrf_token: csrfToken,
      second_factor: by.secondFactor,
      expires_at: by.expiresAt,
    } as const;
  }

  @Answers(operations.getSignInOptions)
  async signInOptions() {
    const { needsSetUp, passkeys, providers } = await this.queries.execute(GetSignInOptions());
    return {
      object: 'sign_in_options',
      needs_set_up: needsSetUp,
      password: true,
      passkeys,
      providers,
    } as const;
  }

  @Answers(operations.setUp)
  async setUp(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply, @Body() raw: unknown) {
    const {
      token,
      team_name: teamName,
      ...person
    } = readOrError(readBody(operations.SetUpBody, raw, 'The request body'));
    const visitor = visitorOf(request, this.options.publicUrl);
    const command = SetUp({ visitor, token, person, teamName });
    const { session } = doneOrError(await this.commands.execute(command));
    return this.signedIn(reply, session);
  }

  @Answers(operations.signIn)
  async signIn(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply, @Body() raw: unknown) {
    const { email, password } = readOrError(readBody(operations.SignInBody, raw, 'The request body'));
    const visitor = visitorOf(request, this.options.publicUrl);
    const command = SignIn({ visitor, network: networkOfRequest(request), email, password });
    return answerEntered(reply, doneOrError(await this.commands.execute(command)), this.options);
  }

  @Answers(operations.signOut)
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const by = personOf(request);
    doneOrError(await this.commands.execute(EndSession({ by, sessionId: by.sessionId })));
    clearSession(reply, this.options.publicUrl);
    return { object: 'done' } as const;
  }

  @Answers(operations.listSessions)
  async sessions(@Req() request: FastifyRequest) {
    const by = personOf(request);
    const sessions = await this.queries.execute(ListSessions({ userId: by.userId }));
    return listOf(
      sessions.map((each) => presentOwnSession(each, by)),
      false,
    );
  }

  @Answers(operations.endSession)
  async endSession(@Req() request: FastifyRequest, @Param('id') id: string) {
    const ended = doneOrError(
      await this.commands.execute(EndSession({ by: personOf(request), sessionId: pathId(id) })),
    );
    return { object: 'session', id: ended.id, ended: true } as const;
  }

  @Answers(operations.endAllSessions)
  async endAll(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const { ended } = doneOrError(await this.commands.execute(EndAllSessions({ by: personOf(request) })));
    clearSession(reply, this.options.publicUrl);
    return { object: 'session', ended } as const;
  }

  @Answers(operations.switchTeam)
  async switchTeam(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const { team_id: teamId } = readOrError(readBody(operations.SwitchTeamBody, raw, 'The request body'));
    doneOrError(await this.commands.execute(SwitchTeam({ by: personOf(request), teamId })));
    return { object: 'done' } as const;
  }

  @Answers(operations.createTeam)
  async createTeam(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const { name } = readOrError(readBody(operations.CreateTeamBody, raw, 'The request body'));
    const made = doneOrError(await this.commands.execute(CreateTeam({ by: personOf(request), name })));
    return { object: 'team', id: made.id, name: made.name } as const;
  }

  private signedIn(reply: FastifyReply, session: Parameters<typeof setSession>[1]) {
    setSession(reply, session, this.options.publicUrl, this.options.clock.now());
    return { object: 'sign_in', state: 'signed_in' } as const;
  }
}
