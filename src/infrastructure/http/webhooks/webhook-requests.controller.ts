import { Controller, Inject, Param, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { GetAttempt, ListTeamAttempts } from '../../../application/webhook/read-attempts.js';
import { callerOf } from '../edge/access.js';
import { notFound } from '../edge/errors/api-error.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { asSearch } from '../edge/long-reads.js';
import { defaultLimit, listOfPage, pageOrError, readLaterPage } from '../edge/page.js';
import { Answers } from '../openapi/operation.js';
import { presentRequest, presentRequestRow } from './webhook-requests.answers.js';
import { getWebhookRequest, listWebhookRequests, readRequestFilter } from './webhook-requests.operations.js';

@Controller()
export class WebhookRequestsController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(listWebhookRequests)
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readLaterPage(query, 'atmpt') };
    const filter = readRequestFilter(query);
    const list = ListTeamAttempts({ teamId: callerOf(request).context.teamId, page, filter });
    const found = pageOrError(await asSearch(this.options, request, filter, () => this.queries.execute(list)));
    return listOfPage(found, presentRequestRow);
  }

  @Answers(getWebhookRequest)
  async get(@Req() request: FastifyRequest, @Param('id') id: string) {
    const found = await this.queries.execute(GetAttempt({ teamId: callerOf(request).context.teamId, attemptId: id }));
    if (found === undefined) throw notFound('Webhook request not found');
    return presentRequest(found);
  }
}
