import { Body, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ConfirmTotp,
  EnrolTotp,
  MakeRecoveryCodes,
  RemoveTotp,
} from '../../../application/people/authenticator-app.js';
import {
  AddPasskey,
  AskForPasskey,
  AskToAddPasskey,
  ListPasskeys,
  PasskeySignIn,
  RemovePasskey,
} from '../../../application/people/passkeys.js';
import { Reauthenticate } from '../../../application/people/reauthenticate.js';
import { FinishSignIn, GetSecondFactor } from '../../../application/people/second-factor.js';
import { personOf } from '../edge/access.js';
import { clearStep, setSession, setStep, stepOf } from '../edge/cookies.js';
import { readBody, readOrError } from '../edge/field.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { listOf } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { Answers } from '../openapi/operation.js';
import { passkeyIn } from './given-passkey.js';
import { presentFactors, presentPasskey } from './present.js';
import { doneOrError, peopleError } from './refusals.js';
import * as operations from './second-factor.operations.js';
import { answerEntered } from './entered.js';
import { networkOfRequest, visitorOf } from './visitor.js';

@Controller()
export class SecondFactorController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(operations.getSecondFactor)
  async factors(@Req() request: FastifyRequest) {
    const step = stepOf(request, 'code', this.options.publicUrl);
    const factors = await this.queries.execute(GetSecondFactor({ step }));
    if (factors === undefined) throw peopleError({ refused: 'sign-in-expired' });
    return { object: 'second_factor', ...presentFactors(factors) } as const;
  }

  @Answers(operations.secondFactor)
  async secondFactor(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() raw: unknown,
  ) {
    const body = readOrError(readBody(operations.SecondFactorBody, raw, 'The request body'));
    const { publicUrl } = this.options;
    const given = {
      code: body.code,
      recoveryCode: body.recovery_code,
      ...passkeyIn(request, reply, body.passkey, publicUrl),
    };
    const step = stepOf(request, 'code', publicUrl);
    const command = FinishSignIn({
      visitor: visitorOf(request, publicUrl),
      network: networkOfRequest(request),
      step,
      given,
    });
    const entered = doneOrError(await this.commands.execute(command));
    clearStep(reply, 'code', publicUrl);
    return answerEntered(reply, entered, this.options);
  }

  @Answers(operations.reauthenticate)
  async reauthenticate(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() raw: unknown,
  ) {
    const body = readOrError(readBody(operations.ReauthenticateBody, raw, 'The request body'));
    const { publicUrl, clock } = this.options;
    const { password, code, recovery_code: recoveryCode } = body;
    const given = { password, code, recoveryCode, ...passkeyIn(request, reply, body.passkey, publicUrl) };
    const command = Reauthenticate({ by: personOf(request), visitor: visitorOf(request, publicUrl), given });
    const { session } = doneOrError(await this.commands.execute(command));
    if (session !== undefined) setSession(reply, session, publicUrl, clock.now());
    return { object: 'done' } as const;
  }

  @Answers(operations.passkeySignInOptions)
  async passkeySignInOptions(@Res({ passthrough: true }) reply: FastifyReply) {
    const asked = doneOrError(await this.commands.execute(AskForPasskey()));
    setStep(reply, 'passkey', asked.step, this.options.publicUrl);
    return { object: 'passkey_options', options: asked.options } as const;
  }

  @Answers(operations.passkeySignIn)
  async passkeySignIn(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() raw: unknown,
  ) {
    const { response } = readOrError(readBody(operations.PasskeySignInBody, raw, 'The request body'));
    const { publicUrl } = this.options;
    const step = stepOf(request, 'passkey', publicUrl);
    clearStep(reply, 'passkey', publicUrl);
    const command = PasskeySignIn({ visitor: visitorOf(request, publicUrl), step, response });
    return answerEntered(reply, doneOrError(await this.commands.execute(command)), this.options);
  }

  @Answers(operations.beginTotp)
  async beginTotp(@Req() request: FastifyRequest) {
    const { secret, uri } = doneOrError(await this.commands.execute(EnrolTotp({ by: personOf(request) })));
    return { object: 'totp', secret, uri } as const;
  }

  @Answers(operations.confirmTotp)
  async confirmTotp(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() raw: unknown,
  ) {
    const { code } = readOrError(readBody(operations.CodeBody, raw, 'The request body'));
    const { publicUrl, clock } = this.options;
    const command = ConfirmTotp({ by: personOf(request), visitor: visitorOf(request, publicUrl), code });
    const { codes, session } = doneOrError(await this.commands.execute(command));
    setSession(reply, session, publicUrl, clock.now());
    return { object: 'recovery_codes', recovery_codes: codes } as const;
  }

  @Answers(operations.removeTotp)
  async removeTotp(@Req() request: FastifyRequest) {
    doneOrError(await this.commands.execute(RemoveTotp({ by: personOf(request) })));
    return { object: 'done' } as const;
  }

  @Answers(operations.makeRecoveryCodes)
  async makeRecoveryCodes(@Req() request: FastifyRequest) {
    const { codes } = doneOrError(await this.commands.execute(MakeRecoveryCodes({ by: personOf(request) })));
    return { object: 'recovery_codes', recovery_codes: codes } as const;
  }

  @Answers(operations.listPasskeys)
  async listPasskeys(@Req() request: FastifyRequest) {
    const passkeys = await this.queries.execute(ListPasskeys({ userId: personOf(request).userId }));
    return listOf(passkeys.map(presentPasskey), false);
  }

  @Answers(operations.passkeyOptions)
  async passkeyOptions(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const asked = doneOrError(await this.commands.execute(AskToAddPasskey({ by: personOf(request) })));
    setStep(reply, 'passkey', asked.step, this.options.publicUrl);
    return { object: 'passkey_options', options: asked.options } as const;
  }

  @Answers(operations.addPasskey)
  async addPasskey(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() raw: unknown,
  ) {
    const { name, response } = readOrError(readBody(operations.AddPasskeyBody, raw, 'The request body'));
    const { publicUrl, clock } = this.options;
    const step = stepOf(request, 'passkey', publicUrl);
    clearStep(reply, 'passkey', publicUrl);
    const visitor = visitorOf(request, publicUrl);
    const command = AddPasskey({ by: personOf(request), visitor, step, name, response });
    const { id, session } = doneOrError(await this.commands.execute(command));
    if (session !== undefined) setSession(reply, session, publicUrl, clock.now());
    return { object: 'passkey', id } as const;
  }

  @Answers(operations.removePasskey)
  async removePasskey(@Req() request: FastifyRequest, @Param('id') id: string) {
    const removed = doneOrError(
      await this.commands.execute(RemovePasskey({ by: personOf(request), passkeyId: pathId(id) })),
    );
    return { object: 'passkey', id: removed.id, removed: true } as const;
  }
}
