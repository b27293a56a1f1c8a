import type { Position } from '../../domain/shared/recorded.js';
import type { EventStore } from '../ports/event-store.js';
import { cachePauseMs, followLog } from '../shared/follow-log.js';

/** Facts that operators watch, from wherever they came: a receiver, a person, a program. */
const countedFacts = ['EmailComplained', 'SuppressionAdded'] as const;
export type CountedFact = (typeof countedFacts)[number];

/** Counts until the signal aborts. */
export async function countFacts(
  store: Pick<EventStore, 'subscribe'>,
  {
    after,
    signal,
    ...listeners
  }: {
    readonly after: Position | undefined;
    readonly signal: AbortSignal;
    readonly onFact: (fact: CountedFact, times: number) => void;
    readonly onFailure: (error: unknown) => void;
  },
): Promise<void> {
  await followLog(store, {
    filter: { categories: ['email', 'suppression'], types: [...countedFacts] },
    after,
    signal,
    pauseMs: cachePauseMs,
    onPage({ events }) {
      for (const fact of countedFacts) {
        const times = events.filter(({ type }) => type === fact).length;
        if (times > 0) listeners.onFact(fact, times);
      }
    },
    onFailure: listeners.onFailure,
  });
}
