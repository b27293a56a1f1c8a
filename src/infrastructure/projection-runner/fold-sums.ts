import type { DocumentChange, StoredDocument } from '../../application/ports/read-store.js';
import type { Position } from '../../domain/shared/recorded.js';
import { type AnyProjection, isSum, type Summand, type Sums } from '../../projections/shared/projection.js';

/** What one event changed of a sum. */
interface Step {
  readonly position: Position;
  readonly counts: Summand['counts'];
  readonly times: 1 | -1;
}

/**
 * The sums of a page. A sum is stored with the position of the last event that changed it, and no document is stored
 * before the sum that counts it: what is delivered again changes a document that is behind its sum, and then its sum
 * has it already.
 */
export class PageSums {
  readonly #projection: AnyProjection;
  readonly #steps = new Map<string, { readonly about: object; readonly steps: Step[] }>();
  readonly #summands = new WeakMap<object, readonly Summand[]>();

  constructor(projection: AnyProjection) {
    this.#projection = projection;
  }

  /** A document was changed by the event at this position. */
  note(position: Position, before: object | undefined, after: object | undefined): void {
    const { sums } = this.#projection;
    if (sums === undefined || before === after) return;
    const [counted, counting] = [this.#of(sums, before), this.#of(sums, after)];
    this.#add(position, counted, -1);
    this.#add(position, counting, 1);
  }

  /** The sums that are others than before, as the page leaves them. */
  async changes(
    storedOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, StoredDocument>>,
  ): Promise<readonly (DocumentChange & { readonly isSum: true })[]> {
    if (this.#steps.size === 0) return [];
    const stored = await storedOf([...this.#steps.keys()]);
    return [...this.#steps].flatMap(([id, { about, steps }]) => {
      const before = stored.get(id);
      const fresh = steps.filter((step) => before === undefined || step.position > before.position);
      const last = lastOf(fresh);
      if (last === undefined) return [];
      const counts = counted(before === undefined || !isSum(before.document) ? {} : before.document.counts, fresh);
      const document = Object.keys(counts).length === 0 ? undefined : { ...about, id, counts };
      return [{ id, position: last, document, wasStored: before !== undefined, isSum: true as const }];
    });
  }

  /** What one event leaves is what the next one finds. */
  #of(sums: Sums<object>, document: object | undefined): readonly Summand[] {
    if (document === undefined) return [];
    const summands = this.#summands.get(document) ?? sums.of(document);
    this.#summands.set(document, summands);
    return summands;
  }

  #add(position: Position, summands: readonly Summand[], times: Step['times']): void {
    for (const { id, about, counts } of summands) {
      const known = this.#steps.get(id);
      if (known === undefined) this.#steps.set(id, { about, steps: [{ position, counts, times }] });
      else known.steps.push({ position, counts, times });
    }
  }
}

/** Where pages begin and end is no matter of the log: a rebuild gives the same position. */
function lastOf(steps: readonly Step[]): Position | undefined {
  let last: Position | undefined;
  for (const { position } of steps) if (last === undefined || position > last) last = position;
  return last;
}

function counted(before: Summand['counts'], steps: readonly Step[]): Summand['counts'] {
  const sum = new Map(Object.entries(before));
  for (const { counts, times } of steps)
    for (const [name, count] of Object.entries(counts)) sum.set(name, (sum.get(name) ?? 0) + times * count);
  // Below 0 is only what is taken twice of a sum that was removed for the last that it counted.
  return Object.fromEntries([...sum].filter(([, count]) => count > 0));
}
