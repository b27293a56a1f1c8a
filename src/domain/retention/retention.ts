import type { Decider } from '../shared/decider.js';
import type { StreamName } from '../shared/stream-name.js';
import type { RetentionEvent, StreamRetired } from './events.js';

export interface RetireStream {
  readonly type: 'RetireStream';
  readonly retired: StreamRetired['data'];
}

/** The streams that one stream of retirements names: each once. */
export const retirements: Decider<RetireStream, ReadonlySet<StreamName>, RetentionEvent, never> = {
  initial: new Set(),
  decide: ({ retired }, named) => (named.has(retired.stream) ? [] : [{ type: 'StreamRetired', data: retired }]),
  evolve: (named, { data }) => new Set([...named, data.stream]),
};
