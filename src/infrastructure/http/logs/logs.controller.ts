import { Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GetLog, ListLogs } from '../../../application/request-log/read-logs.js';
import { callerOf } from '../edge/access.js';
import { notFound } from '../edge/errors/api-error.js';
import { tooMuchHeld } from '../edge/held-bytes.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { sendInSlices } from '../edge/large-answers.js';
import { asSearch } from '../edge/long-reads.js';
import { defaultLimit, listOfPage, pageOrError, readPage } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { Answers } from '../openapi/operation.js';
import { presentLog, presentLogRow } from './logs.answers.js';
import { getLog, listLogs, readLogFilter } from './logs.operations.js';

@Controller()
export class LogsController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(listLogs)
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readPage(query) };
    const filter = readLogFilter(query);
    const list = ListLogs({ teamId: callerOf(request).context.teamId, page, filter });
    const found = pageOrError(await asSearch(this.options, request, filter, () => this.queries.execute(list)));
    return listOfPage(found, presentLogRow);
  }

  @Answers(getLog)
  async get(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply, @Param('id') id: string) {
    const query = GetLog({
      teamId: callerOf(request).context.teamId,
      requestId: pathId(id),
      takeBytes: request.holdBytes,
    });
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
