import type { AllPage } from '../ports/event-store.js';

/** What other programs have written to this log. */
export interface ForeignEvents {
  readonly events: number;
  readonly streams: number;
  /** Of some of the streams. */
  readonly names: readonly string[];
}

const namesGiven = 5;

/** Counts over the pages of a log that is read without a filter. */
export function countForeign() {
  const streams = new Set<string>();
  let events = 0;
  return {
    take({ foreign = [] }: Pick<AllPage, 'foreign'>): void {
      events += foreign.length;
      for (const stream of foreign) streams.add(stream);
    },
    sum: (): ForeignEvents => ({ events, streams: streams.size, names: [...streams].slice(0, namesGiven) }),
  };
}

export function foreignInWords({ events, streams, names }: ForeignEvents): string {
  const others = streams > names.length ? ' and others' : '';
  return `${events} events of other programs lie in this log, in the streams ${names.join(', ')}${others}.`;
}
