import { Controller, Inject, Options, Param, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConfirmJoin, type ConfirmPage, GetConfirmPage } from '../../../application/form/confirm-join.js';
import type { TooManyToday } from '../../../application/people/daily-limits.js';
import { GetJoinForm, Join, type Joined, type JoinForm } from '../../../application/form/join.js';
import { ApiError, invalid, notFound } from '../edge/errors/api-error.js';
import { refusalsOf } from '../edge/errors/refusals.js';
import { FormBody } from '../edge/form-body.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { networkOf } from '../../security/auth-failures.js';
import { readBareAddress } from '../../addresses/mailbox.js';
import { notAnAddress } from '../edge/mailbox.js';
import { countHit, countOpening, countSignUp } from '../edge/rate-limit.js';
import { isUuid } from '../edge/uuid.js';
import { Answers } from '../openapi/operation.js';
import { lookOf, type PageFrame, problemPage, type RenderedPage } from '../unsubscribe/page.js';
import { answerVisitor, formOf, languageIn, languageSaidIn, problemOf, visitorOf } from '../unsubscribe/visitors.js';
import { confirmedPage, confirmPage, formProblemPage, joinedPage, joinPage, trapField } from './join-pages.js';
import { confirmJoining, openConfirmation, openJoinForm, submitJoinForm } from './join.operations.js';

type Refusal =
  | { readonly refused: 'no-form' }
  | { readonly refused: 'foreign-origin' }
  | { readonly refused: 'invalid-link' }
  | { readonly refused: 'invalid-form' }
  | TooManyToday;
const errorOf = refusalsOf<Refusal>({
  'no-form': () => notFound('This form does not exist, or it is off.'),
  'foreign-origin': () =>
    new ApiError(403, 'security_error', 'This site may not send the form. Add its origin to the origins of the form.'),
  'invalid-link': () => notFound('This link is too old, or it is not one of ours.'),
  'invalid-form': () =>
    new ApiError(403, 'security_error', 'This page was open for too long, or it is not one of ours.'),
  'too-many-today': ({ retryAfterSeconds }) =>
    new ApiError(429, 'rate_limit_exceeded', 'This form got too many sign-ups today. Try again tomorrow.', {
      'retry-after': String(retryAfterSeconds),
    }),
});
const preflightSeconds = 600;

/** How people join: forms on any site, and the links of emails that ask for a confirmation. No cookie, no sign-in. */
@Controller()
export class JoinController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(openJoinForm)
  open(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply, @Param('id') id: string) {
    return this.answering(request, reply, formProblem(request), async () => {
      const shown = await this.form(request, id);
      return joinPage(this.frameOf(request, shown), shown);
    });
  }

  /** What a browser asks before a page of another site may send JSON (Fetch §4.8). */
  @Options('/subscribe/:id')
  @RouteConfig({ access: 'open' })
  async preflight(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<void> {
    await countHit(this.options, request.ip);
    const { origin = '' } = request.headers;
    const { form } = await this.form(request, id);
    if (!form.origins.includes(origin)) throw errorOf({ refused: 'foreign-origin' });
    void reply.code(204).headers({
      ...allowing(origin),
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': String(preflightSeconds),
    });
  }

  @Answers(submitJoinForm)
  submit(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply, @Param('id') id: string) {
    return wantsJson(request) ? this.submitJson(request, reply, id) : this.submitForm(request, reply, id);
  }

  @Answers(openConfirmation)
  confirmation(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('token') token: string,
  ) {
    return this.answering(request, reply, linkProblem(request), async () => {
      const shown = await this.link(request, token);
      return confirmPage(this.frameOf(request, shown), token, shown);
    });
  }

  @Answers(confirmJoining)
  confirm(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('token') token: string,
  ) {
    return this.answering(request, reply, linkProblem(request), async () => {
      const formToken = formOf(request).get('form') ?? '';
      const said = { language: languageIn(request), visitor: visitorOf(request), correlationId: request.id };
      await this.link(request, token);
      const result = await this.commands.execute(ConfirmJoin({ token, formToken, ...said }));
      if ('refused' in result) throw errorOf(result);
      const shown = await this.read(request, token);
      return confirmedPage(this.frameOf(request, shown), shown);
    });
  }

  private async submitForm(request: FastifyRequest, reply: FastifyReply, id: string): Promise<string> {
    return this.answering(request, reply, formProblem(request), async () => {
      const fields = formOf(request);
      const shown = await this.form(request, id);
      await countSignUp(this.options, shown.limitKey, request.ip);
      const typed = fields.get('email') ?? '';
      const read = readBareAddress(typed);
      if ('fault' in read) {
        void reply.code(422);
        return joinPage(this.frameOf(request, shown), shown, typed);
      }
      const { address } = read;
      const joined = await this.join(request, id, address, (name) => fields.get(name));
      if (joined.redirectUrl !== null) void reply.code(303).header('location', joined.redirectUrl);
      return joinedPage(this.frameOf(request, shown), shown, address, joined.asksConfirmation);
    });
  }

  private async submitJson(request: FastifyRequest, reply: FastifyReply, id: string): Promise<string> {
    const { origin } = request.headers;
    void reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
    if (origin !== undefined) void reply.headers(allowing(origin));
    try {
      await countHit(this.options, request.ip);
      const { limitKey } = await this.form(request, id);
      await countSignUp(this.options, limitKey, request.ip);
      const field = fieldsOf(request);
      const read = readBareAddress(field('email') ?? '');
      if ('fault' in read) throw invalid(notAnAddress('email', read));
      const { asksConfirmation } = await this.join(request, id, read.address, field);
      return JSON.stringify({ object: 'sign_up', confirmation: asksConfirmation });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A page of that site cannot read why.
      if (error.statusCode === 403) void reply.removeHeader('access-control-allow-origin');
      request.answer = error.body;
      void reply.code(error.statusCode).headers({ 'x-request-id': request.id, ...error.headers });
      return JSON.stringify(error.body);
    }
  }

  private async join(
    request: FastifyRequest,
    formId: string,
    address: string,
    field: (name: string) => string | undefined,
  ): Promise<Joined> {
    const { publicUrl } = this.options;
    const result = await this.commands.execute(
      Join({
        formId: idOf(formId),
        address,
        language: languageSaidIn(request),
        origin: request.headers.origin ?? null,
        formToken: field('form') ?? null,
        isTrapped: (field(trapField) ?? '') !== '',
        publicUrl,
        visitor: visitorOf(request),
        network: networkOf(request.ip),
        correlationId: request.id,
      }),
    );
    if ('refused' in result) throw errorOf(result);
    return result;
  }

  private frameOf(request: FastifyRequest, { page }: Pick<JoinForm, 'page'>): PageFrame {
    return { ...lookOf(page, this.options.publicUrl), language: languageIn(request) };
  }

  private async form(request: FastifyRequest, id: string): Promise<JoinForm> {
    const result = await this.queries.execute(GetJoinForm({ formId: idOf(id), language: languageIn(request) }));
    if ('refused' in result) throw errorOf(result);
    await countOpening(this.options, result.limitKey, request.ip);
    return result;
  }

  /** Each form and each link has a limit of its own for each network. */
  private async link(request: FastifyRequest, token: string): Promise<ConfirmPage> {
    const shown = await this.read(request, token);
    await countOpening(this.options, shown.limitKey, request.ip);
    return shown;
  }

  private async read(request: FastifyRequest, token: string): Promise<ConfirmPage> {
    const result = await this.queries.execute(GetConfirmPage({ token, language: languageIn(request) }));
    if ('refused' in result) throw errorOf(result);
    return result;
  }

  private answering(
    request: FastifyRequest,
    reply: FastifyReply,
    problem: (error: ApiError) => RenderedPage,
    answer: () => Promise<RenderedPage>,
  ): Promise<string> {
    const counted = async (): Promise<RenderedPage> => {
      await countHit(this.options, request.ip);
      return answer();
    };
    return answerVisitor(request, reply, counted, problem);
  }
}

/** A program says so by its body or by what it takes; anything else is a browser, for a person. */
function wantsJson({ body, headers: { accept = '' } }: FastifyRequest): boolean {
  return !(body instanceof FormBody) || (accept.includes('application/json') && !accept.includes('text/html'));
}

function fieldsOf({ body }: FastifyRequest): (name: string) => string | undefined {
  if (body instanceof FormBody) return (name) => body.get(name);
  if (typeof body !== 'object' || body === null) throw invalid('The body must be a JSON object or a form.');
  const fields = new Map<string, unknown>(Object.entries(body));
  return (name) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : undefined;
  };
}

/** No cookie goes with it, so what the answer says may be read by the site that asked. */
const allowing = (origin: string) => ({ 'access-control-allow-origin': origin, vary: 'Origin' });

function idOf(id: string): string {
  if (!isUuid(id)) throw errorOf({ refused: 'no-form' });
  return id.toLowerCase();
}

const formProblem =
  (request: FastifyRequest) =>
  ({ statusCode }: ApiError): RenderedPage => {
    const isBusy = statusCode === 429 || statusCode >= 500;
    return formProblemPage(languageIn(request), isBusy ? 'busy' : statusCode === 403 ? 'foreign' : 'no-form');
  };

const linkProblem =
  (request: FastifyRequest) =>
  (error: ApiError): RenderedPage =>
    problemPage(languageIn(request), problemOf(error));
