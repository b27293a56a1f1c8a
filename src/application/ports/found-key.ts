import type { LimitKey } from './limit-key.js';

/**
 * The key of what a look-up has found: ids as they are stored or as a valid signature has them, keyed hashes, networks.
 * The first says what they are, where one limit counts several things. Nothing that a client has written: a rule of the
 * boundaries keeps the edge from making one.
 */
export function foundKey(...ids: readonly string[]): LimitKey {
  // The brand has no value: this is the one place that gives it.
  return ids.join(' ') as LimitKey;
}

/** The same beneath another: of a form, those from one network. */
export function keyWithin(key: LimitKey, ...ids: readonly string[]): LimitKey {
  return foundKey(key, ...ids);
}
