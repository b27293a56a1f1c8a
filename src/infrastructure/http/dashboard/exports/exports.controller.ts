import { Readable } from 'node:stream';
import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  GetExport,
  GetExportFile,
  ListExports,
  RequestExport,
  type RequestExportResult,
} from '../../../../application/export/exports.js';
import { DeleteExport, type DeleteExportResult } from '../../../../application/export/delete-export.js';
import { callerOf } from '../../edge/access.js';
import { contentDisposition } from '../../edge/content-disposition.js';
import { invalid, notFound } from '../../edge/errors/api-error.js';
import { type Refused, refusalsOf } from '../../edge/errors/refusals.js';
import { readBody, readOrError } from '../../edge/field.js';
import { defaultLimit, listOf, pageOrError, readPage } from '../../edge/page.js';
import { pathId } from '../../edge/uuid.js';
import { Answers } from '../../openapi/operation.js';
import { readEmailFilter } from '../emails/find-emails.parameters.js';
import { presentExport } from './exports.answers.js';
import * as operations from './exports.operations.js';

const missing = 'Export not found';

/** How what is refused of an export is answered. */
const exportRefusal = refusalsOf<Refused<RequestExportResult> | Refused<DeleteExportResult>>({
  'too-many-exports': ({ limit }) =>
    invalid(`This team has ${limit} exports under way, as many as it may have. Wait until one of them is finished.`),
  'too-many-kept-exports': ({ limit }) =>
    invalid(`This team keeps ${limit} exports, as many as it may. Delete one that you no longer need.`),
  'exports-too-large': ({ limitBytes }) =>
    invalid(`The exports of this team take ${limitBytes / 1_000_000} MB, as much as they may. Delete some of them.`),
  'export-not-found': () => notFound('Export not found'),
});

@Controller()
export class ExportsController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Answers(operations.requestExport)
  async request(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const { kind, filters = {} } = readOrError(readBody(operations.RequestExportBody, raw, 'The request body'));
    const filter = kind === 'emails' ? readEmailFilter(filters) : {};
    const command = RequestExport({ context: callerOf(request).context, kind, filters: filter });
    const result = await this.commands.execute(command);
    if ('refused' in result) throw exportRefusal(result);
    return presentExport(result);
  }

  @Answers(operations.listExports)
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readPage(query) };
    const list = ListExports({ teamId: callerOf(request).context.teamId, page });
    const { documents, hasMore } = pageOrError(await this.queries.execute(list));
    return listOf(documents.map(presentExport), hasMore);
  }

  @Answers(operations.getExport)
  async get(@Req() request: FastifyRequest, @Param('id') id: string) {
    const query = GetExport({ teamId: callerOf(request).context.teamId, exportId: pathId(id) });
    const found = await this.queries.execute(query);
    if (found === undefined) throw notFound(missing);
    return presentExport(found);
  }

  @Answers(operations.deleteExport)
  async delete(@Req() request: FastifyRequest, @Param('id') id: string) {
    const result = await this.commands.execute(
      DeleteExport({ context: callerOf(request).context, exportId: pathId(id) }),
    );
    if ('refused' in result) throw exportRefusal(result);
    return { object: 'export', id: result.id, deleted: true } as const;
  }

  /** Streamed: a few segments of it are in memory at a time. */
  @Answers(operations.getExportFile)
  async file(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('id') id: string): Promise<void> {
    const query = GetExportFile({ teamId: callerOf(request).context.teamId, exportId: pathId(id) });
    const found = await this.queries.execute(query);
    if (found === undefined) throw notFound('This export has no file');
    void reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-length': found.bytes,
        'content-disposition': contentDisposition(`${found.kind}-${id.toLowerCase()}.csv`),
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-store',
      })
      .send(Readable.from(found.content));
  }
}
