import { Controller, Get, Inject, Param, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import {
  GetDomainQuery,
  type GetDomainResult,
  ListDomainsQuery,
  type ListDomainsResult,
} from '../../../application/sending-domain/sending-domain.queries.js';
import { callerOf } from '../access.js';
import { notFound } from '../errors/api-error.js';
import { pageOrError, readPage } from '../params/page.js';
import { pathId } from '../params/uuid.js';
import { presentDomain, presentDomainRow } from '../presenters/domain.js';
import { listOf } from '../presenters/list.js';

@Controller('/domains')
export class DomainsController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const list = new ListDomainsQuery(callerOf(request).context.teamId, readPage(query));
    const { documents, hasMore } = pageOrError(await this.queries.execute<ListDomainsQuery, ListDomainsResult>(list));
    return listOf(documents.map(presentDomainRow), hasMore);
  }

  @Get(':id')
  async get(@Req() request: FastifyRequest, @Param('id') id: string) {
    const query = new GetDomainQuery(callerOf(request).context.teamId, pathId(id));
    const domain = await this.queries.execute<GetDomainQuery, GetDomainResult>(query);
    if (domain === undefined) throw notFound('Domain not found');
    return presentDomain(domain);
  }
}
