import { Controller, Inject, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { ListAccessEvents } from '../../../application/people/access-audit/list-access-events.js';
import { personOf } from '../edge/access.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { asLongRead } from '../edge/long-reads.js';
import { defaultLimit, listOf, pageOrError, readPage } from '../edge/page.js';
import { Answers } from '../openapi/operation.js';
import { listAccessEvents } from './team.operations.js';

@Controller()
export class AccessAuditController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(listAccessEvents)
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readPage(query) };
    const asked = ListAccessEvents({ by: personOf(request), page });
    const { documents, hasMore } = pageOrError(
      await asLongRead(this.options, request, () => this.queries.execute(asked)),
    );
    const rows = documents.map(({ at, ...row }) => ({ ...row, created_at: at }));
    return listOf(rows, hasMore);
  }
}
