import type { StreamName } from '../../domain/shared/stream-name.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { WebhookAttempt, WebhookAttempted } from '../../domain/webhook/log-events.js';
import type { Projection } from '../shared/projection.js';

/** What an endpoint answered in one hour, as one stream of the log has it: its document goes with the stream. */
export interface WebhookHourDocument {
  readonly id: string;
  readonly teamId: string;
  readonly webhookId: string;
  /** `2026-03-02T10` of UTC. */
  readonly hour: string;
  readonly attempts: number;
  readonly delivered: number;
  /** Answers by how long they took: under the index of the step in {@link durationSteps} that each was within. */
  readonly durations: Readonly<Record<string, number>>;
  readonly stream: StreamName;
}

/** No answer takes as long. */
const longestMs = 60_000;

/** Milliseconds, each step a fifth longer than the one before it or by 1, as whole numbers. */
export const durationSteps: readonly number[] = stepsTo(longestMs);

function stepsTo(most: number): readonly number[] {
  const steps = [1];
  for (let last = 1; last < most; ) {
    last = Math.max(last + 1, Math.round(last * 1.2));
    steps.push(last);
  }
  return steps;
}

/** Attempts of each endpoint by hour. Tests are not counted: no endpoint is judged by them. */
export const webhookHoursProjection: Projection<WebhookAttempted, WebhookHourDocument> = {
  name: 'webhook-hours',
  version: 1,
  categories: ['webhooklog'],
  handles: ['WebhookAttempted'],
  personal: false,
  fields: { webhookId: 'text', hour: 'text', stream: 'text' },
  indexes: [
    ['webhookId', 'hour'],
    ['stream', 'id'],
  ],
  keys: ({ event, stream }) => [...new Set(event.data.attempts.map((attempt) => keyOf(attempt, stream)))],
  evolve(document, { event, metadata: { teamId }, stream }, id) {
    const own = event.data.attempts.filter((attempt) => keyOf(attempt, stream) === id);
    const [first] = own;
    if (first === undefined || teamId === null) return document;
    const durations = { ...document?.durations };
    for (const { status, durationMs } of own) {
      if (status === null) continue;
      const step = stepOf(durationMs);
      durations[step] = (durations[step] ?? 0) + 1;
    }
    return {
      id,
      teamId,
      webhookId: first.webhookId,
      hour: hourOf(first.at),
      attempts: (document?.attempts ?? 0) + own.length,
      delivered: (document?.delivered ?? 0) + own.filter(({ outcome }) => outcome === 'delivered').length,
      durations,
      stream,
    };
  },
};

/** The hour of an ISO 8601 UTC time, as text that compares in order. */
export function hourOf(time: string): string {
  return time.slice(0, '2026-03-02T10'.length);
}

function keyOf({ webhookId, at }: WebhookAttempt, stream: StreamName): string {
  return `${webhookId}:${hourOf(at)}:${idOf(stream)}`;
}

function stepOf(durationMs: number): number {
  const index = durationSteps.findIndex((step) => durationMs <= step);
  return index === -1 ? durationSteps.length - 1 : index;
}
