import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestAddressProof } from '../../../application/people/address-proof.js';
import { ChangeEmail, ConfirmEmail } from '../../../application/people/links.js';
import { ConfirmReset, LookAtReset, RequestReset } from '../../../application/people/password-reset.js';
import { ChangePassword, ExportProfile, RenameProfile } from '../../../application/people/profile.js';
import { personOf } from '../edge/access.js';
import { setSession } from '../edge/cookies.js';
import { notFound } from '../edge/errors/api-error.js';
import { readBody, readOrError } from '../edge/field.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { Answers } from '../openapi/operation.js';
import { passkeyIn } from './given-passkey.js';
import { presentOwnSession, presentReset } from './present.js';
import * as operations from './profile.operations.js';
import { doneOrError, peopleError } from './refusals.js';
import { linkTo, networkOfRequest, visitorOf } from './visitor.js';

const done = { object: 'done' } as const;

@Controller()
export class ProfileController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(operations.requestReset)
  async requestReset(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const { email } = readOrError(readBody(operations.RequestResetBody, raw, 'The request body'));
    const { publicUrl } = this.options;
    const network = networkOfRequest(request);
    const command = RequestReset({
      visitor: visitorOf(request, publicUrl),
      network,
      email,
      linkTo: linkTo(publicUrl, 'reset'),
    });
    doneOrError((await this.commands.execute(command)) ?? done);
    return done;
  }

  @Answers(operations.lookAtReset)
  async lookAtReset(@Body() raw: unknown) {
    const { token } = readOrError(readBody(operations.LookAtResetBody, raw, 'The request body'));
    const view = await this.queries.execute(LookAtReset({ token }));
    if (view === undefined) throw peopleError({ refused: 'link-invalid' });
    return presentReset(view);
  }

  @Answers(operations.confirmReset)
  async confirmReset(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() raw: unknown,
  ) {
    const body = readOrError(readBody(operations.ConfirmResetBody, raw, 'The request body'));
    const { token, password, code, recovery_code: recoveryCode } = body;
    const { end_passkeys: passkeyIds = [], end_app: app = false, end_providers: providers = [] } = body;
    const { publicUrl } = this.options;
    const command = ConfirmReset({
      visitor: visitorOf(request, publicUrl),
      network: networkOfRequest(request),
      token,
      password,
      ends: { passkeyIds, app, providers },
      given: { code, recoveryCode, ...passkeyIn(request, reply, body.passkey, publicUrl) },
    });
    doneOrError(await this.commands.execute(command));
    return done;
  }

  @Answers(operations.renameProfile)
  async rename(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const { name } = readOrError(readBody(operations.RenameBody, raw, 'The request body'));
    doneOrError(await this.commands.execute(RenameProfile({ by: personOf(request), name })));
    return done;
  }

  @Answers(operations.changePassword)
  async changePassword(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() raw: unknown,
  ) {
    const body = readOrError(readBody(operations.ChangePasswordBody, raw, 'The request body'));
    const { publicUrl, clock } = this.options;
    const visitor = visitorOf(request, publicUrl);
    const command = ChangePassword({
      by: personOf(request),
      visitor,
      current: body.current_password,
      password: body.password,
    });
    const { session } = doneOrError(await this.commands.execute(command));
    setSession(reply, session, publicUrl, clock.now());
    return done;
  }

  @Answers(operations.changeEmail)
  async changeEmail(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const { email, password } = readOrError(readBody(operations.ChangeEmailBody, raw, 'The request body'));
    const link = linkTo(this.options.publicUrl, 'confirm-email');
    doneOrError(await this.commands.execute(ChangeEmail({ by: personOf(request), email, password, linkTo: link })));
    return done;
  }

  @Answers(operations.requestAddressProof)
  async requestAddressProof(@Req() request: FastifyRequest) {
    const link = linkTo(this.options.publicUrl, 'reset');
    doneOrError(await this.commands.execute(RequestAddressProof({ by: personOf(request), linkTo: link })));
    return done;
  }

  @Answers(operations.confirmEmail)
  async confirmEmail(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const { token } = readOrError(readBody(operations.ConfirmEmailBody, raw, 'The request body'));
    const command = ConfirmEmail({ visitor: visitorOf(request, this.options.publicUrl), token });
    const { state } = doneOrError(await this.commands.execute(command));
    return { object: 'email_change', state } as const;
  }

  @Answers(operations.exportProfile)
  async export(@Req() request: FastifyRequest) {
    const by = personOf(request);
    const data = await this.queries.execute(ExportProfile({ userId: by.userId }));
    if (data === undefined) throw notFound('This person was erased.');
    const { id, email, name, createdAt, teams, sessions, events } = data;
    return {
      object: 'own_data',
      user: { id, email, name, created_at: createdAt },
      teams,
      sessions: sessions.map((each) => presentOwnSession(each, by)),
      events: events.map(({ createdAt: at, ...event }) => ({ ...event, created_at: at })),
    } as const;
  }
}
