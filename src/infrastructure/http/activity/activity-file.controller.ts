import { Readable } from 'node:stream';
import { Controller, Inject, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GetActivityFile } from '../../../application/activity/activity-file.js';
import { personOf } from '../edge/access.js';
import { contentDisposition } from '../edge/content-disposition.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { asLongRead } from '../edge/long-reads.js';
import { Answers, get } from '../openapi/operation.js';
import { activityParameters, readActivityFilter } from './activity.filters.js';

const getActivityFile = get({
  path: '/dashboard-api/activity/file',
  summary: 'Download activity as CSV, newest first, at most 10,000 rows',
  access: 'person',
  need: 'person admin',
  parameters: activityParameters,
  answer: undefined,
  mediaType: 'text/csv',
  errors: { 403: ['invalid_access', 'security_error'], 422: ['validation_error'] },
});

@Controller()
export class ActivityFileController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  /** Streamed: a page of it is in memory at a time. */
  @Answers(getActivityFile)
  async file(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const asked = GetActivityFile({ by: personOf(request), filter: readActivityFilter(query) });
    const lines = await asLongRead(this.options, request, () => this.queries.execute(asked));
    void reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': contentDisposition('activity.csv'),
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-store',
      })
      .send(Readable.from(lines));
  }
}
