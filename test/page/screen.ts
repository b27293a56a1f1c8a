import { inspect } from 'node:util';
import { type BoundFunctions, getQueriesForElement, queries } from '@testing-library/dom';
import { textOf } from './flow.js';

/** The queries of Testing Library over an element; `findBy…` and `findAllBy…` wait as `until` does. */
export type Screen = BoundFunctions<typeof queries>;

/** A limit for what hangs. */
const limitMs = 60_000;
const mostShown = 2_000;
/** Changes come in groups. */
const groupMs = 10;
/** For what no change of the document says, as a request. */
const unseenMs = 500;

export function screenOf(element: HTMLElement): Screen {
  const bound: Record<string, (...given: never[]) => unknown> = { ...getQueriesForElement(element, queries) };
  for (const [name, queryAll] of Object.entries(bound)) {
    const [, by] = /^queryAll(By.+)/.exec(name) ?? [];
    if (by === undefined) continue;
    const getAll = (...given: never[]) => some(queryAll(...given), by, given);
    const get = (...given: never[]) => one(queryAll(...given), by, given);
    bound[`getAll${by}`] = getAll;
    bound[`get${by}`] = get;
    bound[`findAll${by}`] = (...given) => until(element, () => getAll(...given));
    bound[`find${by}`] = (...given) => until(element, () => get(...given));
  }
  // The same queries, of the same names.
  return bound as unknown as Screen;
}

/* Testing Library's errors show the document or its roles, which takes longer than to find what comes a moment
   later. */

function some(found: unknown, by: string, given: readonly unknown[]): readonly unknown[] {
  if (Array.isArray(found) && found.length > 0) return found;
  throw new Error(`nothing found ${by}: ${inspect(given)}`);
}

function one(found: unknown, by: string, given: readonly unknown[]): unknown {
  const all = some(found, by, given);
  if (all.length === 1) return all[0];
  throw new Error(`${all.length} found ${by}: ${inspect(given)}`);
}

/**
 * What `get` returns once it does not throw. Testing Library's own `waitFor` tries after each change and twenty times a
 * second beside: over a whole page that takes more of the processor than the page.
 */
export async function until<Found>(element: Element, get: () => Found): Promise<Found> {
  const endsMs = performance.now() + limitMs;
  for (;;) {
    try {
      return get();
    } catch (error) {
      if (performance.now() > endsMs)
        throw new Error(`${String(error)}\non the page: ${textOf(element).slice(0, mostShown)}`, { cause: error });
    }
    await change(element);
    await new Promise((resolve) => setTimeout(resolve, groupMs));
  }
}

function change({ ownerDocument }: Element): Promise<void> {
  return new Promise((resolve) => {
    const { MutationObserver } = ownerDocument.defaultView as Window & typeof globalThis;
    const settle = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(settle);
    observer.observe(ownerDocument, { subtree: true, childList: true, attributes: true, characterData: true });
    const timer = setTimeout(settle, unseenMs);
  });
}
