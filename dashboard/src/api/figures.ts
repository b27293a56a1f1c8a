import { call } from './client';
import type { Answer } from './operations';

/* Figures of the rows of a list: rows ask one by one, the server is asked once for all that are in sight. */

/** What answers figures of a page of ids, and which of them it had no time for. */
type Counting =
  | 'GET /dashboard-api/broadcasts/counts'
  | 'GET /dashboard-api/forms/joins'
  | 'GET /dashboard-api/segments/members'
  | 'GET /dashboard-api/topics/subscribers';
type FiguresOf<Name extends Counting> = Answer<Name>['data'][number];

const gatheredMs = 20;
const mostAsked = 50;

interface Waiting {
  readonly resolve: (figures: object | null) => void;
  readonly reject: (error: unknown) => void;
}

/** By operation and id, what is asked for; one request of an operation after the other. */
const waiting = new Map<Counting, Map<string, Waiting[]>>();

/** The query of one row's figures; null where there is no such thing. */
export function figuresOf<const Name extends Counting>(name: Name, id: string) {
  return {
    queryKey: [name, 'once', { id }],
    // What an operation answers for an id are its figures.
    queryFn: () => asked(name, id) as Promise<FiguresOf<Name> | null>,
    staleTime: 60_000,
  };
}

function asked(name: Counting, id: string): Promise<object | null> {
  return new Promise((resolve, reject) => {
    const all = waiting.get(name) ?? new Map<string, Waiting[]>();
    if (!waiting.has(name)) {
      waiting.set(name, all);
      setTimeout(() => void ask(name, all), gatheredMs);
    }
    all.set(id, [...(all.get(id) ?? []), { resolve, reject }]);
  });
}

/** What the server had no time for is asked for again, with what came in meanwhile. */
async function ask(name: Counting, all: Map<string, Waiting[]>): Promise<void> {
  while (all.size > 0) {
    const ids = [...all.keys()].slice(0, mostAsked);
    try {
      const { data, has_more: hasMore } = await call(name, { query: { ids: ids.join(',') } });
      const found = new Map(data.map((figures) => [figures.id, figures] as const));
      const answered = hasMore && found.size > 0 ? ids.filter((id) => found.has(id)) : ids;
      for (const id of answered) settle(all, id, ({ resolve }) => resolve(found.get(id) ?? null));
    } catch (error) {
      for (const id of ids) settle(all, id, ({ reject }) => reject(error));
    }
  }
  waiting.delete(name);
}

function settle(all: Map<string, Waiting[]>, id: string, each: (waiting: Waiting) => void): void {
  const those = all.get(id) ?? [];
  all.delete(id);
  those.forEach(each);
}
