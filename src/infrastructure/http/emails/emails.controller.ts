import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GetEmail } from '../../../application/email/get-email.js';
import { ListEmails } from '../../../application/email/list-emails.js';
import { CancelEmail, RescheduleEmail } from '../../../application/email/schedule-email.js';
import { AcceptBatch } from '../../../application/submission/accept-rest-batch.js';
import { AcceptEmail } from '../../../application/submission/accept-rest-email.js';
import { callerOf } from '../edge/access.js';
import { notFound } from '../edge/errors/api-error.js';
import { changedId } from '../edge/errors/refusals.js';
import { describeSendRefusal, emailRefusal } from './email.refusals.js';
import { readOrError } from '../edge/field.js';
import { tooMuchHeld } from '../edge/held-bytes.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { sendInSlices } from '../edge/large-answers.js';
import { defaultLimit, listOf, pageOrError, readPage } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { Answers } from '../openapi/operation.js';
import { readBatchItems } from './body/batch.js';
import { readRescheduleBody } from './body/scheduled-time.js';
import { readSendEmailBody, toEmailRequest } from './body/send-email.body.js';
import { presentEmail, presentEmailRow } from './emails.answers.js';
import * as operations from './emails.operations.js';
import { readBatchMode, readIdempotency, readLastEvent } from './emails.parameters.js';
import { HtmlText } from '../content-reading/html-text.js';

@Controller()
export class EmailsController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HtmlText) private readonly htmlText: HtmlText,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(operations.sendEmail)
  async send(@Req() request: FastifyRequest) {
    const { principal, context } = callerOf(request);
    const idempotency = await readIdempotency(request.headers, '/emails', request.body);
    const body = readOrError(readSendEmailBody(request.body, 'The request body', this.options.clock.now()));
    const email = await toEmailRequest(body, this.#textOfHtml(request));
    const command = AcceptEmail({ context, principal, request: email, idempotency });
    const result = await this.commands.execute(command);
    if ('refused' in result) throw emailRefusal(result);
    return { id: result.emailId };
  }

  @Answers(operations.sendBatch)
  async sendBatch(@Req() request: FastifyRequest) {
    const { principal, context } = callerOf(request);
    const mode = readBatchMode(request.headers);
    const idempotency = await readIdempotency(request.headers, '/emails/batch', request.body);
    const items = await readBatchItems(request.body, mode, this.#textOfHtml(request), this.options.clock.now());
    const command = AcceptBatch({ context, principal, items, mode, idempotency, describe: describeSendRefusal });
    const result = await this.commands.execute(command);
    if ('refused' in result) throw emailRefusal(result, result.index);
    const data = result.emailIds.map((id) => ({ id }));
    return mode === 'permissive' ? { data, errors: result.errors } : { data };
  }

  @Answers(operations.listEmails)
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readPage(query) };
    const list = ListEmails({ teamId: callerOf(request).context.teamId, page, lastEvent: readLastEvent(query) });
    const { documents, hasMore } = pageOrError(await this.queries.execute(list));
    return listOf(documents.map(presentEmailRow), hasMore);
  }

  @Answers(operations.getEmail)
  async get(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply, @Param('id') id: string) {
    const query = GetEmail({
      teamId: callerOf(request).context.teamId,
      emailId: pathId(id),
      takeBytes: request.holdBytes,
    });
    const found = await this.queries.execute(query);
    if (found === undefined) throw notFound('Email not found');
    if ('refused' in found) throw tooMuchHeld();
    sendInSlices(reply, [found.body]);
    return presentEmail(found.email, found.body);
  }

  @Answers(operations.rescheduleEmail)
  async reschedule(@Req() request: FastifyRequest, @Param('id') id: string, @Body() raw: unknown) {
    const emailId = pathId(id);
    const body = readOrError(readRescheduleBody(raw, this.options.clock.now()));
    const command = RescheduleEmail({ context: callerOf(request).context, emailId, scheduledAt: body.scheduled_at });
    const result = await this.commands.execute(command);
    return { object: 'email', id: changedId(result, 'Email', emailRefusal) } as const;
  }

  @Answers(operations.cancelEmail)
  async cancel(@Req() request: FastifyRequest, @Param('id') id: string) {
    const command = CancelEmail({ context: callerOf(request).context, emailId: pathId(id) });
    const result = await this.commands.execute(command);
    return { object: 'email', id: changedId(result, 'Email', emailRefusal) } as const;
  }

  #textOfHtml(request: FastifyRequest) {
    const { teamId } = callerOf(request).context;
    return (html: string) => this.htmlText.derive(html, teamId);
  }
}
