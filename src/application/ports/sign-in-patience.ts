import { foundKey } from './found-key.js';
import type { LimitKey } from './limit-key.js';

/**
 * How long the next try at a secret has to wait, by what is tried: an account, a network. The wait grows and is never
 * permanent. An account that does not exist waits as one that does.
 */
export interface SignInPatience {
  /**
   * Counts a try under each key, all or none: 0. Else milliseconds until one is looked at. It is counted before it is
   * known to be wrong, so that many at once are not one; {@link SignInPatience.succeeded} takes it back. Where others
   * cannot be asked, the process counts on its own: it never fails.
   */
  take(keys: readonly LimitKey[]): Promise<number>;
  /**
   * The last try was right. What is counted for a person is forgotten: who it is has been proven. A network gets this
   * one try back and no more, or an account of one's own would clear the way for guesses at others from there.
   */
  succeeded(keys: readonly LimitKey[]): Promise<void>;
}

const firstWaitMs = 1_000;
const longestWaitMs = 60_000;

/** A key that was not tried for so long starts over. */
export const forgottenAfterMs = 15 * 60_000;

/**
 * What is around a network: 24 bits of an IPv4 address, 48 of an IPv6 one, where it is easy to have many of the narrow
 * ones.
 */
export function wideNetworkOf(network: string): string {
  return network.replace(/[.:][^.:]*$/, '');
}

/** Under which a try from this network is counted; `what` is before each. */
export function networkKeys(network: string, what = ''): readonly LimitKey[] {
  return [foundKey(`${what}network`, network), foundKey(`${what}wide network`, wideNetworkOf(network))];
}

/**
 * So many may be wrong before the next one waits: as people mistype, and as an office of people behind one address
 * does.
 */
function freeTries(key: string): number {
  if (key.includes('wide network ')) return 150;
  return isOfNetwork(key) ? 30 : 5;
}

/** Whether others are counted under the same key. */
export function isOfNetwork(key: string): boolean {
  return key.includes('network ');
}

/** After so many tries, from the last one on. */
export function waitAfterMs(key: string, tries: number): number {
  const beyond = tries - freeTries(key);
  return beyond < 0 ? 0 : Math.min(firstWaitMs * 2 ** beyond, longestWaitMs);
}
