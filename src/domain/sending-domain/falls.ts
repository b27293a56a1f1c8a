import type { DomainDeliveryFell } from './events.js';

/** By group and measure, ISO 8601: when a fall was last written down. */
export type KnownFalls = Readonly<Record<string, string>>;

/** One fall is in the windows of seven days in a row: that is one fall, and one notice. */
const againAfterMs = 7 * 86_400_000;

const nameOf = ({ group, measure }: DomainDeliveryFell['data']): string => `${group} ${measure}`;

/** Those that were not written down in the seven days before `at`. */
export function newFalls(
  falls: readonly DomainDeliveryFell['data'][],
  known: KnownFalls,
  at: string,
): readonly DomainDeliveryFell[] {
  return falls.flatMap((data) => {
    const last = known[nameOf(data)];
    const isKnown = last !== undefined && Date.parse(at) - Date.parse(last) < againAfterMs;
    return isKnown ? [] : [{ type: 'DomainDeliveryFell', data }];
  });
}

export function evolveFalls(known: KnownFalls, { data }: DomainDeliveryFell, at: string): KnownFalls {
  return { ...known, [nameOf(data)]: at };
}
