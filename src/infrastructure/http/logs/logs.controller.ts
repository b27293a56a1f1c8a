import { Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GetLogQuery, ListLogsQuery } from '../../../application/request-log/read-logs.js';
import { callerOf } from '../edge/access.js';
import { notFound } from '../edge/errors/api-error.js';
import { tooMuchHeld } from '../edge/held-bytes.js';
import { sendInSlices } from '../edge/large-answers.js';
import { defaultLimit, listOf, pageOrError, readPage } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { Answers } from '../openapi/operation.js';
import { presentLog, presentLogRow } from './logs.answers.js';
import { getLog, listLogs, readLogFilter } from './logs.operations.js';

@Controller()
export class LogsController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Answers(listLogs)
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readPage(query) };
    const list = new ListLogsQuery(callerOf(request).context.teamId, page, readLogFilter(query));
    const { documents, hasMore } = pageOrError(await this.queries.execute(list));
    return listOf(documents.map(presentLogRow), hasMore);
  }

  @Answers(getLog)
  async get(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply, @Param('id') id: string) {
    const query = new GetLogQuery(callerOf(request).context.teamId, pathId(id), request.holdBytes);
    const found = await this.queries.execute(query);
    if (found === undefined) throw notFound('Log not found');
    if ('refused' in found) throw tooMuchHeld();
    sendInSlices(
      reply,
      found.emails.map((sent) => sent?.body),
    );
    return presentLog(found);
  }
}
