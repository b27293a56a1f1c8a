import { breakdowns, type TeamMetricsRequest } from '../../../../application/metrics/team-metrics-request.js';
import { invalid } from '../../edge/errors/api-error.js';
import { isUuid } from '../../edge/uuid.js';
import { readTemplate } from '../emails/find-emails.parameters.js';
import { readMetricsRequest } from '../../metrics/metrics-request.js';

/** A tag's name and value have 256 characters each at most. */
const mostTagCharacters = 513;
const mostActorCharacters = 64;

/** The query string of the page's metrics. */
export function readTeamMetricsRequest(query: Readonly<Record<string, unknown>>, nowMs: number): TeamMetricsRequest {
  const { start_date, end_date, timezone, granularity, by: given = 'domain' } = query;
  const range = readMetricsRequest(withoutMissing({ start_date, end_date, timezone, granularity }), nowMs);
  const by = breakdowns.find((name) => name === given);
  if (by === undefined) throw invalid(`The \`by\` parameter must be one of ${breakdowns.join(', ')}.`);
  const template = readText(query, 'template', mostActorCharacters);
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
    template: template === undefined ? undefined : readTemplate(template),
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
