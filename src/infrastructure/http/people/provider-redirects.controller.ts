import { Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BeginProviderSignIn, FinishProviderSignIn } from '../../../application/people/provider-sign-in.js';
import { setStep } from '../edge/cookies.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { Answers, get, query } from '../openapi/operation.js';
import { provider as providerParameter } from './providers.operations.js';
import { answerEntered, takeStep, visitorOf } from './visitor.js';

/** The browser opens this address itself: an error is shown on the page that it is redirected to. */
const redirect = {
  access: 'visitor',
  status: 302,
  answer: undefined,
  mediaType: 'text/html',
  errors: { 429: ['rate_limit_exceeded'] },
} as const;

const beginProviderSignIn = get({
  ...redirect,
  path: '/dashboard-api/sign-in/providers/{provider}',
  summary: 'Redirect the browser to a sign-in provider',
  parameters: [
    providerParameter,
    query(
      'return_to',
      { type: 'string' },
      'The path in the dashboard to open after the sign-in (default: `/dashboard`).',
    ),
  ],
});

const finishProviderSignIn = get({
  ...redirect,
  path: '/dashboard-api/sign-in/providers/{provider}/callback',
  summary: 'Complete a sign-in after the provider’s redirect',
  parameters: [providerParameter],
});

@Controller()
export class ProviderRedirectsController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(beginProviderSignIn)
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
  @Answers(finishProviderSignIn)
  async finish(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('provider') provider: string,
  ): Promise<void> {
    const visit = { request, reply, options: this.options };
    const [, search = ''] = request.url.split(/\?(.*)/s);
    const step = takeStep(visit, 'provider');
    const command = FinishProviderSignIn({ visitor: visitorOf(visit), provider, query: search, step });
    const entered = await this.commands.execute(command);
    if ('refused' in entered) {
      return refused(reply, entered.refused, 'page' in entered ? entered.page : undefined);
    }
    const { returnTo } = entered;
    if (entered.state === 'linked') return goTo(reply, returnTo);
    answerEntered(visit, entered);
    if (entered.state === 'signed_in') goTo(reply, returnTo);
    else goTo(reply, `/dashboard/second-factor?${new URLSearchParams({ return_to: returnTo }).toString()}`);
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
