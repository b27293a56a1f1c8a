import { Controller, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import {
  type GetEmailResult,
  GetEmailQuery,
  type ListEmailsResult,
  ListEmailsQuery,
} from '../../../application/email/email.queries.js';
import {
  AcceptBatchCommand,
  type AcceptBatchResult,
  AcceptEmailCommand,
  type AcceptEmailResult,
} from '../../../application/submission/accept-emails.command.js';
import { AccessibleTo, callerOf } from '../access.js';
import { readBatchItems } from '../body/batch.js';
import { isFailure } from '../body/field.js';
import { readSendEmailBody, toEmailRequest } from '../body/send-email.body.js';
import { ApiError, notFound } from '../errors/api-error.js';
import { describeSendRefusal, refusalError } from '../errors/refusals.js';
import { HtmlText } from '../html-text/html-text.js';
import { defaultLimit, pageOrError, readPage } from '../params/page.js';
import { readBatchMode, readIdempotency } from '../params/sending-headers.js';
import { pathId } from '../params/uuid.js';
import { presentEmail, presentEmailRow } from '../presenters/email.js';
import { listOf } from '../presenters/list.js';

/** Endpoints of the contract below /emails that are not here yet: without these, their names would be read as ids. */
const notYetServed = new Set(['receiving', 'metrics']);

@Controller()
export class EmailsController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HtmlText) private readonly htmlText: HtmlText,
  ) {}

  /** The other paths are those of older clients. */
  @Post(['/emails', '/email', '/emails/sending', '/email/sending'])
  @HttpCode(200)
  @AccessibleTo('sending')
  async send(@Req() request: FastifyRequest) {
    const { principal, context } = callerOf(request);
    const idempotency = readIdempotency(request.headers, '/emails', request.body);
    const body = readSendEmailBody(request.body, 'The request body');
    if (isFailure(body)) throw new ApiError(422, body.name, body.message);
    const email = await toEmailRequest(body, this.#textOfHtml);
    const command = new AcceptEmailCommand(context, principal, email, idempotency);
    const result = await this.commands.execute<AcceptEmailCommand, AcceptEmailResult>(command);
    if ('refused' in result) throw refusalError(result);
    return { id: result.emailId };
  }

  @Post('/emails/batch')
  @HttpCode(200)
  @AccessibleTo('sending')
  async sendBatch(@Req() request: FastifyRequest) {
    const { principal, context } = callerOf(request);
    const mode = readBatchMode(request.headers);
    const idempotency = readIdempotency(request.headers, '/emails/batch', request.body);
    const items = await readBatchItems(request.body, mode, this.#textOfHtml);
    const command = new AcceptBatchCommand(context, principal, items, mode, idempotency, describeSendRefusal);
    const result = await this.commands.execute<AcceptBatchCommand, AcceptBatchResult>(command);
    if ('refused' in result) throw refusalError(result, result.index);
    const data = result.emailIds.map((id) => ({ id }));
    return mode === 'permissive' ? { data, errors: result.errors } : { data };
  }

  @Get('/emails')
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readPage(query) };
    const list = new ListEmailsQuery(callerOf(request).context.teamId, page);
    const { documents, hasMore } = pageOrError(await this.queries.execute<ListEmailsQuery, ListEmailsResult>(list));
    return listOf(documents.map(presentEmailRow), hasMore);
  }

  @Get('/emails/:id')
  async get(@Req() request: FastifyRequest, @Param('id') id: string) {
    if (notYetServed.has(id)) throw notFound('The requested endpoint does not exist.');
    const query = new GetEmailQuery(callerOf(request).context.teamId, pathId(id));
    const found = await this.queries.execute<GetEmailQuery, GetEmailResult>(query);
    if (found === undefined) throw notFound('Email not found');
    return presentEmail(found.email, found.body);
  }

  readonly #textOfHtml = (html: string) => this.htmlText.derive(html);
}
