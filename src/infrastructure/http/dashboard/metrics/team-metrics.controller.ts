import { Controller, Inject, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { GetTeamMetrics } from '../../../../application/metrics/team-metrics.js';
import { breakdowns, type TeamMetricsRequest } from '../../../../application/metrics/team-metrics-request.js';
import { callerOf } from '../../edge/access.js';
import { invalid } from '../../edge/errors/api-error.js';
import { HTTP_OPTIONS, type HttpOptions } from '../../edge/http-options.js';
import { asLongRead } from '../../edge/long-reads.js';
import { isUuid } from '../../edge/uuid.js';
import { readMetricsRequest } from '../../metrics/metrics-request.js';
import { Answers } from '../../openapi/operation.js';
import { presentTeamMetrics } from './team-metrics.answers.js';
import { getTeamMetrics } from './team-metrics.operations.js';

/** The figures of the page's metrics. */
@Controller()
export class TeamMetricsController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(getTeamMetrics)
  async get(@Req() request: FastifyRequest, @Query() query: unknown) {
    const asked = readRequest(query, this.options.clock.now());
    const get = GetTeamMetrics({ teamId: callerOf(request).context.teamId, request: asked });
    const result = await asLongRead(this.options, request, () => this.queries.execute(get));
    if ('refused' in result) throw invalid('This is too much for one answer: choose a shorter time or one domain.');
    return presentTeamMetrics(asked, result);
  }
}

/** A tag's name and value have 256 characters each at most. */
const mostTagCharacters = 513;
const mostActorCharacters = 64;

function readRequest(raw: unknown, nowMs: number): TeamMetricsRequest {
  const query = raw as Readonly<Record<string, unknown>>;
  const { start_date, end_date, timezone, granularity, by: given = 'domain' } = query;
  const range = readMetricsRequest(withoutMissing({ start_date, end_date, timezone, granularity }), nowMs);
  const by = breakdowns.find((name) => name === given);
  if (by === undefined) throw invalid(`The \`by\` parameter must be one of ${breakdowns.join(', ')}.`);
  const domainId = readText(query, 'domain_id', mostActorCharacters);
  if (domainId !== undefined && !isUuid(domainId)) throw invalid('The `domain_id` parameter must be a valid UUID.');
  return {
    fromMs: range.fromMs,
    untilMs: range.untilMs,
    timeZone: range.timeZone,
    granularity: range.granularity,
    by,
    domainId,
    sentBy: readText(query, 'sent_by', mostActorCharacters),
    tag: readText(query, 'tag', mostTagCharacters),
  };
}

function withoutMissing(query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

function readText(query: Readonly<Record<string, unknown>>, parameter: string, most: number): string | undefined {
  const value = query[parameter];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string' && value.length <= most) return value;
  throw invalid(`The \`${parameter}\` parameter must be given once, with at most ${most} characters.`);
}
