import type { AllPage } from '../ports/event-store.js';

/** What other programs have written to this log. */
export interface ForeignEvents {
  readonly events: number;
  readonly streams: number;
  /** Names of some of the streams. */
  readonly names: readonly string[];
}

const namesGiven = 5;

/** Counts over the pages of a log that is read without a filter. */
export class ForeignCount {
  readonly #streams = new Set<string>();
  #events = 0;

  take({ foreign = [] }: Pick<AllPage, 'foreign'>): void {
    this.#events += foreign.length;
    for (const stream of foreign) this.#streams.add(stream);
  }

  sum(): ForeignEvents {
    return { events: this.#events, streams: this.#streams.size, names: [...this.#streams].slice(0, namesGiven) };
  }
}

export function foreignInWords({ events, streams, names }: ForeignEvents): string {
  const others = streams > names.length ? ' and others' : '';
  return `${events} events of other programs lie in this log, in the streams ${names.join(', ')}${others}.`;
}
