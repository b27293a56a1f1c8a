import { Controller, Inject, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { unreachable } from '../../../domain/shared/decider.js';
import {
  mostEmails,
  mostRows,
  GetEmailMetrics,
  type GetEmailMetricsResult,
} from '../../../application/metrics/get-email-metrics.js';
import { mostPeriods } from '../../../application/metrics/periods.js';
import { callerOf } from '../edge/access.js';
import { type ApiError, invalid } from '../edge/errors/api-error.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { asLongRead } from '../edge/long-reads.js';
import { readMetricsRequest } from './metrics-request.js';
import { Answers } from '../openapi/operation.js';
import { presentMetrics } from './metrics.answers.js';
import { getEmailMetrics } from './metrics.operations.js';

type Refusal = Extract<GetEmailMetricsResult, { readonly refused: string }>['refused'];

@Controller()
export class EmailMetricsController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(getEmailMetrics)
  async get(@Req() request: FastifyRequest, @Query() query: unknown) {
    const asked = readMetricsRequest(query, this.options.clock.now());
    const message = GetEmailMetrics({ teamId: callerOf(request).context.teamId, request: asked });
    const result = await asLongRead(this.options, request, () => this.queries.execute(message));
    if ('refused' in result) throw tooMany(result.refused);
    return presentMetrics(asked, result);
  }
}

function tooMany(refused: Refusal): ApiError {
  switch (refused) {
    case 'too-many-periods':
      return invalid(`The range of \`start_date\` and \`end_date\` must not have more than ${mostPeriods} periods.`);
    case 'too-many-emails':
      return invalid(`The range of \`start_date\` and \`end_date\` must not hold more than ${mostEmails} emails.`);
    case 'too-many-rows':
      return invalid(`The \`dimensions\` must not give more than ${mostRows} rows: ask for a shorter range.`);
    default:
      return unreachable(refused);
  }
}
