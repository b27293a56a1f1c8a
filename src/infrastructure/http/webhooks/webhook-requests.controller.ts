import { Controller, Inject, Param, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { GetAttemptQuery, ListTeamAttemptsQuery } from '../../../application/webhook/read-attempts.js';
import { callerOf } from '../edge/access.js';
import { notFound } from '../edge/errors/api-error.js';
import { defaultLimit, listOf, pageOrError, readLaterPage } from '../edge/page.js';
import { Answers } from '../openapi/operation.js';
import { presentRequest, presentRequestRow } from './webhook-requests.answers.js';
import { getWebhookRequest, listWebhookRequests, readRequestFilter } from './webhook-requests.operations.js';

@Controller()
export class WebhookRequestsController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Answers(listWebhookRequests)
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readLaterPage(query, 'atmpt') };
    const list = new ListTeamAttemptsQuery(callerOf(request).context.teamId, page, readRequestFilter(query));
    const { documents, hasMore } = pageOrError(await this.queries.execute(list));
    return listOf(documents.map(presentRequestRow), hasMore);
  }

  @Answers(getWebhookRequest)
  async get(@Req() request: FastifyRequest, @Param('id') id: string) {
    const found = await this.queries.execute(new GetAttemptQuery(callerOf(request).context.teamId, id));
    if (found === undefined) throw notFound('Webhook request not found');
    return presentRequest(found);
  }
}
