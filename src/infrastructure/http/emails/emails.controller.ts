import { Body, Controller, Get, HttpCode, Inject, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { GetEmailQuery } from '../../../application/email/get-email.js';
import { ListEmailsQuery } from '../../../application/email/list-emails.js';
import { CancelEmailCommand, RescheduleEmailCommand } from '../../../application/email/schedule-email.js';
import { AcceptBatchCommand } from '../../../application/submission/accept-rest-batch.js';
import { AcceptEmailCommand } from '../../../application/submission/accept-rest-email.js';
import { AccessibleTo, callerOf } from '../edge/access.js';
import { readBatchItems } from './body/batch.js';
import { isFailure } from '../edge/field.js';
import { readRescheduleBody } from './body/scheduled-time.js';
import { readSendEmailBody, toEmailRequest } from './body/send-email.body.js';
import { ApiError, notFound } from '../edge/errors/api-error.js';
import { changedId, describeSendRefusal, refusalError } from '../edge/errors/refusals.js';
import { HtmlText } from './html-text/html-text.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { readLastEvent } from './last-event.js';
import { defaultLimit, pageOrError, readPage } from '../edge/page.js';
import { readBatchMode, readIdempotency } from './sending-headers.js';
import { pathId } from '../edge/uuid.js';
import { presentEmail, presentEmailRow } from './present-email.js';
import { listOf } from '../edge/list.js';

/** Endpoints of the contract below /emails that are not here yet: without these, their names would be read as ids. */
const notYetServed = new Set(['receiving']);

@Controller()
export class EmailsController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HtmlText) private readonly htmlText: HtmlText,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  /** The other paths are those of older clients. */
  @Post(['/emails', '/email', '/emails/sending', '/email/sending'])
  @HttpCode(200)
  @AccessibleTo('sending')
  async send(@Req() request: FastifyRequest) {
    const { principal, context } = callerOf(request);
    const idempotency = await readIdempotency(request.headers, '/emails', request.body);
    const body = readSendEmailBody(request.body, 'The request body', this.options.clock.now());
    if (isFailure(body)) throw new ApiError(422, body.name, body.message);
    const email = await toEmailRequest(body, this.#textOfHtml);
    const command = new AcceptEmailCommand(context, principal, email, idempotency);
    const result = await this.commands.execute(command);
    if ('refused' in result) throw refusalError(result);
    return { id: result.emailId };
  }

  @Post('/emails/batch')
  @HttpCode(200)
  @AccessibleTo('sending')
  async sendBatch(@Req() request: FastifyRequest) {
    const { principal, context } = callerOf(request);
    const mode = readBatchMode(request.headers);
    const idempotency = await readIdempotency(request.headers, '/emails/batch', request.body);
    const items = await readBatchItems(request.body, mode, this.#textOfHtml, this.options.clock.now());
    const command = new AcceptBatchCommand(context, principal, items, mode, idempotency, describeSendRefusal);
    const result = await this.commands.execute(command);
    if ('refused' in result) throw refusalError(result, result.index);
    const data = result.emailIds.map((id) => ({ id }));
    return mode === 'permissive' ? { data, errors: result.errors } : { data };
  }

  @Get(['/emails', '/dashboard-api/emails'])
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readPage(query) };
    const list = new ListEmailsQuery(callerOf(request).context.teamId, page, readLastEvent(query));
    const { documents, hasMore } = pageOrError(await this.queries.execute(list));
    return listOf(documents.map(presentEmailRow), hasMore);
  }

  @Get(['/emails/:id', '/dashboard-api/emails/:id'])
  async get(@Req() request: FastifyRequest, @Param('id') id: string) {
    if (notYetServed.has(id)) throw notFound('The requested endpoint does not exist.');
    const query = new GetEmailQuery(callerOf(request).context.teamId, pathId(id));
    const found = await this.queries.execute(query);
    if (found === undefined) throw notFound('Email not found');
    return presentEmail(found.email, found.body);
  }

  @Patch('/emails/:id')
  async reschedule(@Req() request: FastifyRequest, @Param('id') id: string, @Body() raw: unknown) {
    const emailId = pathId(id);
    const body = readRescheduleBody(raw, this.options.clock.now());
    if (isFailure(body)) throw new ApiError(422, body.name, body.message);
    const command = new RescheduleEmailCommand(callerOf(request).context, emailId, body.scheduled_at);
    const result = await this.commands.execute(command);
    return { object: 'email', id: changedId(result, 'Email') };
  }

  @Post('/emails/:id/cancel')
  @HttpCode(200)
  async cancel(@Req() request: FastifyRequest, @Param('id') id: string) {
    const command = new CancelEmailCommand(callerOf(request).context, pathId(id));
    const result = await this.commands.execute(command);
    return { object: 'email', id: changedId(result, 'Email') };
  }

  readonly #textOfHtml = (html: string) => this.htmlText.derive(html);
}
