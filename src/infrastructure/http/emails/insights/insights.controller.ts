import { Controller, Inject, Param, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { GetInsights } from '../../../../application/insight/get-insights.js';
import { PreviewInsights } from '../../../../application/insight/preview-insights.js';
import { callerOf } from '../../edge/access.js';
import { notFound } from '../../edge/errors/api-error.js';
import { readOrError } from '../../edge/field.js';
import { HTML_CONTENTS, type HtmlContents } from '../../edge/html-content.js';
import { tooMuchHeld } from '../../edge/held-bytes.js';
import { HTTP_OPTIONS, type HttpOptions } from '../../edge/http-options.js';
import { pathId } from '../../edge/uuid.js';
import { Answers } from '../../openapi/operation.js';
import { readSendEmailBody, toEmailRequest } from '../body/send-email.body.js';
import { emailRefusal } from '../email.refusals.js';
import { presentInsights } from './insights.answers.js';
import * as operations from './insights.operations.js';

/** What the checks say of an email, sent or not. */
@Controller()
export class InsightsController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTML_CONTENTS) private readonly contents: HtmlContents,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(operations.getInsights)
  async get(@Req() request: FastifyRequest, @Param('id') id: string) {
    const { teamId } = callerOf(request).context;
    const emailId = pathId(id);
    const { readHtml } = this.contents.of(teamId);
    const found = await this.queries.execute(GetInsights({ teamId, emailId, takeBytes: request.holdBytes, readHtml }));
    if (found === undefined) throw notFound('Email not found');
    if ('refused' in found) throw tooMuchHeld();
    return presentInsights(emailId, found);
  }

  @Answers(operations.previewInsights)
  async preview(@Req() request: FastifyRequest) {
    const { principal, context } = callerOf(request);
    const { teamId } = context;
    const body = readOrError(readSendEmailBody(request.body, 'The request body', this.options.clock.now()));
    const { textOf, readHtml } = this.contents.of(teamId);
    const email = await toEmailRequest(body, textOf);
    const result = await this.queries.execute(PreviewInsights({ principal, request: email, readHtml }));
    if ('refused' in result) throw emailRefusal(result);
    return presentInsights(null, result);
  }
}
