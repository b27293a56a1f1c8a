import { query } from '../access/use-case.js';
import type { Ports } from '../shared/ports.js';
import { likelyTypes } from './count-replay.js';
import type { MessagePorts } from './endpoint-messages.js';
import { loadWebhook, type WritePorts } from './manage-webhooks.js';
import { concerned } from './replays.js';

/** GET /dashboard-api/webhooks/{id}/replay-count: what a replay of all events of a range would send. */
export interface CountEventsToReplay {
  readonly teamId: string;
  readonly webhookId: string;
  /** ISO 8601, of what happened; undefined: all. */
  readonly since: string | undefined;
  /** Exclusive. */
  readonly until: string | undefined;
}
/** Undefined when the team has no such endpoint. */
type CountEventsToReplayResult = CountedEvents | undefined;

interface CountedEvents {
  /** About how many messages: the endpoint's filters by domain and tag are not applied. */
  readonly count: number;
  /** Whether the log was read to its end; otherwise there may be more. */
  readonly isComplete: boolean;
}

/** The log has no way to a time: what is asked for at its end takes as long as all of it. */
const longestReadMs = 1_500;

type CountEventsPorts = WritePorts & MessagePorts & Pick<Ports, 'clock'>;

export const CountEventsToReplay = query({
  name: 'CountEventsToReplay',
  need: 'read-only',
  run: countEventsToReplay,
});

async function countEventsToReplay(
  ports: CountEventsPorts,
  { teamId, webhookId, since, until }: CountEventsToReplay,
): Promise<CountEventsToReplayResult> {
  const state = await loadWebhook(ports, teamId, webhookId);
  if (state === undefined) return undefined;
  const { events: types } = state.webhook;
  const startedMs = ports.clock.monotonicMs();
  let count = 0;
  const range = { after: null, end: undefined, since: since ?? null, until, types };
  for await (const { events } of concerned(ports, state, range)) {
    const made = events.flatMap(likelyTypes);
    count += made.filter((type) => types === null || types.includes(type)).length;
    if (ports.clock.monotonicMs() - startedMs > longestReadMs) return { count, isComplete: false };
  }
  return { count, isComplete: true };
}
