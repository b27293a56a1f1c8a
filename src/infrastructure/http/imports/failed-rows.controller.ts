import { Readable } from 'node:stream';
import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GetFailedRows } from '../../../application/import/failed-rows.js';
import { callerOf } from '../edge/access.js';
import { contentDisposition } from '../edge/content-disposition.js';
import { notFound } from '../edge/errors/api-error.js';
import { pathId } from '../edge/uuid.js';
import { Answers, get, id } from '../openapi/operation.js';

const getFailedRows = get({
  path: '/contacts/imports/{id}/failed-rows',
  isPageRead: true,
  summary: 'Download the failed rows of an import',
  description:
    'A CSV file with the columns of the imported file, `line`, and `reason`. Correct the rows and import the file. Posthorn only: other servers of this API do not have it.',
  parameters: [id],
  answer: undefined,
  mediaType: 'text/csv',
  errors: { 404: ['not_found'], 422: ['invalid_parameter'] },
});

@Controller()
export class FailedRowsController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  /** Streamed: a chunk's rows are in memory at a time. */
  @Answers(getFailedRows)
  async file(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('id') id: string): Promise<void> {
    const importId = pathId(id);
    const query = GetFailedRows({ teamId: callerOf(request).context.teamId, importId });
    const found = await this.queries.execute(query);
    if (found === undefined) throw notFound('This import has no file');
    void reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': contentDisposition(`import-${importId}-failed-rows.csv`),
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-store',
      })
      .send(Readable.from(found));
  }
}
