import { query } from '../access/use-case.js';
import {
  durationSteps,
  hourOf,
  type WebhookHourDocument,
  webhookHoursProjection,
} from '../../projections/webhooks/webhook-hours.projection.js';
import type { Ports } from '../shared/ports.js';
import { loadWebhook, type WritePorts } from './manage-webhooks.js';
import { keysOf } from '../../domain/shared/members.js';

/** GET /dashboard-api/webhooks/{id}/figures: how an endpoint answered, period by period. */
export interface ReadEndpointFigures {
  readonly teamId: string;
  readonly webhookId: string;
  readonly range: FiguresRange;
}
/** Undefined when the team has no such endpoint. */
type ReadEndpointFiguresResult = EndpointFigures | undefined;

export type FiguresRange = keyof typeof ranges;

export interface EndpointFigures {
  readonly hoursPerPeriod: number;
  /** The oldest first; the last one is still going on. */
  readonly periods: readonly EndpointPeriod[];
}

interface EndpointPeriod {
  /** ISO 8601: when it begins. */
  readonly at: string;
  readonly attempts: number;
  readonly delivered: number;
  /** Half of the answers took no longer; null: there was none. A step of `durationSteps`. */
  readonly medianMs: number | null;
  /** Nineteen of twenty answers took no longer; as above. */
  readonly p95Ms: number | null;
}

const hourMs = 3_600_000;
const ranges = { '24h': { hours: 24, perPeriod: 1 }, '7d': { hours: 168, perPeriod: 6 } } as const;
export const figuresRanges = keysOf(ranges);
/** Each process writes documents of its own, one an hour: more than twenty processes do not fit. */
const mostDocuments = 4_000;

type FiguresPorts = WritePorts & Pick<Ports, 'readStore' | 'clock'>;

export const ReadEndpointFigures = query({
  name: 'ReadEndpointFigures',
  need: 'read-only',
  run: readEndpointFigures,
});

async function readEndpointFigures(
  ports: FiguresPorts,
  { teamId, webhookId, range }: ReadEndpointFigures,
): Promise<ReadEndpointFiguresResult> {
  if ((await loadWebhook(ports, teamId, webhookId)) === undefined) return undefined;
  const { hours, perPeriod } = ranges[range];
  const periodMs = perPeriod * hourMs;
  const last = Math.floor(ports.clock.now() / periodMs) * periodMs;
  const first = last - (hours / perPeriod - 1) * periodMs;
  const { documents } = await ports.readStore.list(webhookHoursProjection, {
    equals: { webhookId },
    orderBy: 'hour',
    direction: 'desc',
    until: hourOf(timeAt(first)),
    limit: mostDocuments,
  });
  const found = documents.map(({ document }) => document);
  const periods = Array.from({ length: hours / perPeriod }, (_, index) => {
    const at = timeAt(first + index * periodMs);
    const end = hourOf(timeAt(first + (index + 1) * periodMs));
    return periodOf(
      at,
      found.filter(({ hour }) => hour >= hourOf(at) && hour < end),
    );
  });
  return { hoursPerPeriod: perPeriod, periods };
}

function periodOf(at: string, hours: readonly WebhookHourDocument[]): EndpointPeriod {
  const answers = durationSteps.map((_, step) => sum(hours.map(({ durations }) => durations[step] ?? 0)));
  return {
    at,
    attempts: sum(hours.map(({ attempts }) => attempts)),
    delivered: sum(hours.map(({ delivered }) => delivered)),
    medianMs: within(answers, 0.5),
    p95Ms: within(answers, 0.95),
  };
}

/** The step that this share of the answers was within. */
function within(answers: readonly number[], share: number): number | null {
  const wanted = sum(answers) * share;
  if (wanted === 0) return null;
  let reached = 0;
  const step = answers.findIndex((count) => (reached += count) >= wanted);
  return durationSteps[step] ?? null;
}

const timeAt = (atMs: number): string => new Date(atMs).toISOString();

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
