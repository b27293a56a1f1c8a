import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  BeginLink,
  type BeginLinkResult,
  ListIdentities,
  UnlinkIdentity,
} from '../../../application/people/identities.js';
import {
  BeginInvitationAtProvider,
  BeginProviderSignIn,
  FinishProviderSignIn,
} from '../../../application/people/provider-sign-in.js';
import { personOf } from '../edge/access.js';
import { clearStep, setStep, stepOf } from '../edge/cookies.js';
import { readBody, readOrError } from '../edge/field.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { listOf } from '../edge/page.js';
import { Answers } from '../openapi/operation.js';
import { answerEntered } from './entered.js';
import { presentIdentity } from './present.js';
import * as operations from './providers.operations.js';
import { doneOrError } from './refusals.js';
import { LookBody } from './team.operations.js';
import { visitorOf } from './visitor.js';

@Controller()
export class ProvidersController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(operations.beginProviderSignIn)
  async begin(
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('provider') provider: string,
    @Query('return_to') returnTo: unknown,
  ): Promise<void> {
    const begun = await this.commands.execute(BeginProviderSignIn({ provider, returnTo: pageToReturnTo(returnTo) }));
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
    const command = FinishProviderSignIn({ visitor: visitorOf(request, publicUrl), provider, query: search, step });
    const entered = await this.commands.execute(command);
    if ('refused' in entered) {
      return refused(reply, entered.refused, 'page' in entered ? entered.page : undefined);
    }
    const { returnTo } = entered;
    if (entered.state === 'linked') return goTo(reply, returnTo);
    answerEntered(reply, entered, this.options);
    if (entered.state === 'signed_in') goTo(reply, returnTo);
    else goTo(reply, `/dashboard/second-factor?${new URLSearchParams({ return_to: returnTo }).toString()}`);
  }

  @Answers(operations.beginInvitationAtProvider)
  async beginInvitation(
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('provider') provider: string,
    @Body() raw: unknown,
  ) {
    const { token } = readOrError(readBody(LookBody, raw, 'The request body'));
    return this.visit(reply, await this.commands.execute(BeginInvitationAtProvider({ provider, token })));
  }

  @Answers(operations.listIdentities)
  async identities(@Req() request: FastifyRequest) {
    const found = await this.queries.execute(ListIdentities({ userId: personOf(request).userId }));
    return listOf(found.map(presentIdentity), false);
  }

  @Answers(operations.linkIdentity)
  async link(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('provider') provider: string,
  ) {
    return this.visit(reply, await this.commands.execute(BeginLink({ by: personOf(request), provider })));
  }

  @Answers(operations.unlinkIdentity)
  async unlink(@Req() request: FastifyRequest, @Param('provider') provider: string) {
    const command = UnlinkIdentity({ by: personOf(request), provider });
    const unlinked = doneOrError(await this.commands.execute(command));
    return { object: 'identity', provider: unlinked.provider, unlinked: true } as const;
  }

  private visit(reply: FastifyReply, result: BeginLinkResult) {
    const { url, step } = doneOrError(result);
    setStep(reply, 'provider', step, this.options.publicUrl);
    return { object: 'provider_visit', url } as const;
  }
}

/** The page has words for each code. */
function refused(reply: FastifyReply, code: string, page = '/dashboard/sign-in'): void {
  goTo(reply, `${page}?${new URLSearchParams({ error: code }).toString()}`);
}

/** No referrer: the code in the address of this page must not reach another site. */
function goTo(reply: FastifyReply, url: string): void {
  void reply.headers({ location: url, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
}

const home = '/dashboard';
const maxCharacters = 300;

/** Where a browser goes after a sign-in: a page of the dashboard, and nowhere else. */
function pageToReturnTo(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > maxCharacters || !asked.startsWith(home)) return home;
  // As a browser reads it: `\` is `/`, tabs and line ends are nothing (WHATWG URL §4.4).
  const { origin, pathname, search } = new URL(asked, 'http://page.invalid');
  const isPage = pathname === home || pathname.startsWith(`${home}/`);
  return origin === 'http://page.invalid' && isPage ? pathname + search : home;
}
