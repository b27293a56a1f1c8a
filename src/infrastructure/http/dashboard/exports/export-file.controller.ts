import { Readable } from 'node:stream';
import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GetExportFile } from '../../../../application/export/exports.js';
import { callerOf } from '../../edge/access.js';
import { contentDisposition } from '../../edge/content-disposition.js';
import { notFound } from '../../edge/errors/api-error.js';
import { pathId } from '../../edge/uuid.js';
import { Answers, get, id } from '../../openapi/operation.js';

const getExportFile = get({
  path: '/dashboard-api/exports/{id}/file',
  summary: 'Download the file of an export',
  parameters: [id],
  answer: undefined,
  mediaType: 'text/csv',
  errors: { 404: ['not_found'], 422: ['invalid_parameter'], 503: ['application_error'] },
});

@Controller()
export class ExportFileController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  /** Streamed: a few segments of it are in memory at a time. */
  @Answers(getExportFile)
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
