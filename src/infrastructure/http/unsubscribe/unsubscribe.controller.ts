import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GetLeavePage, Leave, type LeavePage, type OpenedLeavePage } from '../../../application/unsubscribe/leave.js';
import { ApiError, invalid, notFound } from '../edge/errors/api-error.js';
import { refusalError } from '../edge/errors/refusals.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { countHit, countOpening } from '../edge/rate-limit.js';
import { Answers } from '../openapi/operation.js';
import {
  askingPage,
  leftPage,
  lookOf,
  type PageFrame,
  preferencePage,
  problemPage,
  type RenderedPage,
} from './page.js';
import { openPreferences, openUnsubscribe, savePreferences, unsubscribe } from './unsubscribe.operations.js';
import { answerVisitor, formOf, languageIn, problemOf, visitorOf } from './visitors.js';

/** As mailbox providers send it (RFC 8058 §3.2). */
const oneClick = { name: 'List-Unsubscribe', value: 'One-Click' } as const;

/** How people leave: links without a sign-in, and without a cookie. Nothing is changed by a GET. */
@Controller()
export class UnsubscribeController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(openUnsubscribe)
  open(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply, @Param('token') token: string) {
    return this.answering(request, reply, async () => {
      const shown = await this.opened(request, token);
      return askingPage(this.frameOf(request, shown), token, shown);
    });
  }

  @Answers(unsubscribe)
  leave(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('token') token: string,
  ) {
    return this.answering(request, reply, async () => {
      const fields = formOf(request);
      const formToken = fields.get('form') ?? null;
      if (formToken === null && fields.get(oneClick.name) !== oneClick.value) {
        throw invalid('The body must be the form `List-Unsubscribe=One-Click`.');
      }
      await this.opened(request, token);
      await this.write(request, token, { formToken, choice: 'own' });
      const shown = await this.read(request, token);
      return leftPage(this.frameOf(request, shown), token, shown);
    });
  }

  @Answers(openPreferences)
  preferences(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('token') token: string,
  ) {
    return this.answering(request, reply, async () => {
      const shown = await this.opened(request, token);
      return preferencePage(this.frameOf(request, shown), token, shown, false);
    });
  }

  @Answers(savePreferences)
  save(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply, @Param('token') token: string) {
    return this.answering(request, reply, async () => {
      const fields = formOf(request);
      const choice = {
        getsMarketing: fields.get('none') === undefined,
        shown: fields.getAll('shown'),
        subscribed: fields.getAll('topic'),
      };
      await this.opened(request, token);
      await this.write(request, token, { formToken: fields.get('form') ?? '', choice });
      const shown = await this.read(request, token);
      return preferencePage(this.frameOf(request, shown), token, shown, true);
    });
  }

  private frameOf(request: FastifyRequest, { page }: LeavePage): PageFrame {
    return { ...lookOf(page, this.options.publicUrl), language: languageIn(request) };
  }

  /** Each link has a limit of its own for each network. */
  private async opened(request: FastifyRequest, token: string): Promise<LeavePage> {
    const shown = await this.read(request, token);
    await countOpening(this.options, shown.limitKey, request.ip);
    return shown;
  }

  private async read(request: FastifyRequest, token: string): Promise<OpenedLeavePage> {
    const result = await this.queries.execute(GetLeavePage({ token, language: languageIn(request) }));
    if ('refused' in result) throw notFound('This link is too old, or it is not one of ours.');
    return result;
  }

  private async write(
    request: FastifyRequest,
    token: string,
    said: Pick<Parameters<typeof Leave>[0], 'formToken' | 'choice'>,
  ): Promise<void> {
    const visitor = visitorOf(request);
    const result = await this.commands.execute(Leave({ token, ...said, visitor, correlationId: request.id }));
    if (!('refused' in result)) return;
    if (result.refused === 'unavailable') throw refusalError(result);
    if (result.refused === 'too-many-today') {
      const message = 'This was changed too often today. Try again tomorrow; unsubscribing always works.';
      throw new ApiError(429, 'rate_limit_exceeded', message, { 'retry-after': String(result.retryAfterSeconds) });
    }
    if (result.refused === 'invalid-link') throw notFound('This link is too old, or it is not one of ours.');
    throw new ApiError(403, 'security_error', 'This page was open for too long, or it is not one of ours.');
  }

  private answering(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: () => Promise<RenderedPage>,
  ): Promise<string> {
    const counted = async (): Promise<RenderedPage> => {
      await countHit(this.options, request.ip);
      return answer();
    };
    return answerVisitor(request, reply, counted, (error) => problemPage(languageIn(request), problemOf(error)));
  }
}
