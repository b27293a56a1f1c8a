import { Controller, Inject, Param, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { ListWebhookMessages } from '../../../../application/webhook/read-messages.js';
import { GetEndpoint, ListEndpoints } from '../../../../application/webhook/team-endpoints.js';
import { callerOf } from '../../edge/access.js';
import { notFound } from '../../edge/errors/api-error.js';
import { HTTP_OPTIONS, type HttpOptions } from '../../edge/http-options.js';
import { asSearch } from '../../edge/long-reads.js';
import { defaultLimit, listOf, listOfPage, pageOrError, readLaterPage } from '../../edge/page.js';
import { pathId } from '../../edge/uuid.js';
import { Answers } from '../../openapi/operation.js';
import { presentEndpoint, presentEndpointMessage, presentEndpointState } from './page-webhooks.answers.js';
import { getStanding, listEndpointMessages, listEndpoints, readMessageFilter } from './page-webhooks.operations.js';

/** How endpoints stand, and what they were sent: beyond what the public contract has. */
@Controller()
export class PageWebhooksController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(listEndpoints)
  async list(@Req() request: FastifyRequest) {
    const endpoints = await this.queries.execute(ListEndpoints({ teamId: callerOf(request).context.teamId }));
    return listOf(endpoints.map(presentEndpoint), false);
  }

  @Answers(getStanding)
  async standing(@Req() request: FastifyRequest, @Param('id') id: string) {
    const query = GetEndpoint({ teamId: callerOf(request).context.teamId, webhookId: pathId(id) });
    const endpoint = await this.queries.execute(query);
    if (endpoint === undefined) throw notFound('Webhook not found');
    return presentEndpointState(endpoint);
  }

  @Answers(listEndpointMessages)
  async messages(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readLaterPage(query, 'msg') };
    const { teamId } = callerOf(request).context;
    const filter = readMessageFilter(query);
    const list = ListWebhookMessages({ teamId, webhookId: pathId(id), page, filter });
    const found = await asSearch(this.options, request, filter, () => this.queries.execute(list));
    if ('refused' in found && found.refused === 'not-found') throw notFound('Webhook not found');
    return listOfPage(pageOrError(found), presentEndpointMessage);
  }
}
