import { Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NameApiKeys } from '../../../../application/request-log/key-names.js';
import { GetLog, ListLogs } from '../../../../application/request-log/read-logs.js';
import { callerOf } from '../../edge/access.js';
import { notFound } from '../../edge/errors/api-error.js';
import { tooMuchHeld } from '../../edge/held-bytes.js';
import { sendInSlices } from '../../edge/large-answers.js';
import { HTTP_OPTIONS, type HttpOptions } from '../../edge/http-options.js';
import { asSearch } from '../../edge/long-reads.js';
import { defaultLimit, listOfPage, pageOrError, readPage } from '../../edge/page.js';
import { pathId } from '../../edge/uuid.js';
import { readLogFilter } from '../../logs/logs.operations.js';
import { Answers, type Operation, OPERATIONS } from '../../openapi/operation.js';
import { referenceOf } from '../../openapi/reference.js';
import { presentPageLog, presentPageLogRow } from './page-logs.answers.js';
import { getPageLog, listPageLogs } from './page-logs.operations.js';

/**
 * The request log as the page shows it: with the names of keys, and more about each request than the public contract
 * has.
 */
@Controller()
export class PageLogsController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
    @Inject(OPERATIONS) private readonly operations: readonly Operation[],
  ) {}

  @Answers(listPageLogs)
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readPage(query) };
    const { teamId } = callerOf(request).context;
    const filter = readLogFilter(query);
    const list = ListLogs({ teamId, page, filter });
    const found = pageOrError(await asSearch(this.options, request, filter, () => this.queries.execute(list)));
    const names = await this.namesOf(
      teamId,
      found.documents.map(({ apiKeyId }) => apiKeyId),
    );
    return listOfPage(found, (document) => presentPageLogRow(document, names));
  }

  @Answers(getPageLog)
  async get(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply, @Param('id') id: string) {
    const { teamId } = callerOf(request).context;
    const found = await this.queries.execute(GetLog({ teamId, requestId: pathId(id), takeBytes: request.holdBytes }));
    if (found === undefined) throw notFound('Log not found');
    if ('refused' in found) throw tooMuchHeld();
    const names = await this.namesOf(teamId, [found.request.apiKeyId]);
    sendInSlices(
      reply,
      found.emails.map((sent) => sent?.body),
    );
    return presentPageLog(found, names, referenceOf(this.operations, found.request));
  }

  private namesOf(teamId: string, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    return this.queries.execute(NameApiKeys({ teamId, ids: new Set(ids.filter((id) => id !== null)) }));
  }
}
