import { Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  BeginProviderSignInCommand,
  FinishProviderSignInCommand,
} from '../../../application/people/provider-sign-in.js';
import { clearStep, setStep, stepOf } from '../edge/cookies.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { Answers } from '../openapi/operation.js';
import { answerEntered } from './entered.js';
import * as operations from './providers.operations.js';
import { pageToReturnTo } from './return-to.js';
import { visitorOf } from './visitor.js';

@Controller()
export class ProvidersController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(operations.beginProviderSignIn)
  async begin(
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('provider') provider: string,
    @Query('return_to') returnTo: unknown,
  ): Promise<void> {
    const begun = await this.commands.execute(new BeginProviderSignInCommand(provider, pageToReturnTo(returnTo)));
    if ('refused' in begun) return refused(reply, begun.refused);
    setStep(reply, 'provider', begun.step, this.options.publicUrl);
    goTo(reply, begun.url);
  }

  /** Not from a page of ours: the cookie of the first step says that this browser asked for it. */
  @Answers(operations.finishProviderSignIn)
  async finish(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('provider') provider: string,
  ): Promise<void> {
    const { publicUrl } = this.options;
    const [, search = ''] = request.url.split(/\?(.*)/s);
    const step = stepOf(request, 'provider', publicUrl);
    clearStep(reply, 'provider', publicUrl);
    const command = new FinishProviderSignInCommand(visitorOf(request, publicUrl), provider, search, step);
    const entered = await this.commands.execute(command);
    if ('refused' in entered) return refused(reply, entered.refused);
    const { returnTo } = entered;
    answerEntered(reply, entered, this.options);
    if (entered.state === 'signed_in') goTo(reply, returnTo);
    else goTo(reply, `/dashboard/second-factor?${new URLSearchParams({ return_to: returnTo }).toString()}`);
  }
}

/** The page has words for each code. */
function refused(reply: FastifyReply, code: string): void {
  goTo(reply, `/dashboard/sign-in?${new URLSearchParams({ error: code }).toString()}`);
}

/** No referrer: the code in the address of this page must not reach another site. */
function goTo(reply: FastifyReply, url: string): void {
  void reply.headers({ location: url, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
}
