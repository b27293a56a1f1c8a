import type { Clock } from '../../ports/clock.js';
import type { MxSign, MxTroubleKind } from './mx-trouble.js';

/** One receiver may be out of order, and its neighbor too: from so many on it is about this server. */
const fewestReceivers = 3;
/** What was seen longer ago says nothing of now. */
const windowMs = 3_600_000;
const mostReceivers = 10_000;

interface Seen {
  readonly sign: MxSign;
  readonly atMs: number;
  readonly weight: number;
}

export interface MxListeners {
  readonly onTrouble: (kind: MxTroubleKind) => void;
  readonly onRecovered: (kind: MxTroubleKind) => void;
}

/**
 * Whether direct delivery fails as a whole, from the latest sign of each receiver: a trouble begins where at least
 * {@link fewestReceivers} show it, and at least half of all that were asked since the first of them showed it.
 */
export class MxWatch {
  /** The oldest first. */
  readonly #seen = new Map<string, Seen>();
  readonly #weights = new Map<MxSign, number>();
  readonly #open = new Set<MxTroubleKind>();

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly listeners: MxListeners,
  ) {}

  /** `isLarge`: its mail servers are never out of reach as a whole, so it counts as {@link fewestReceivers}. */
  note(receiver: string, sign: MxSign, isLarge = false): void {
    const before = this.#forget(receiver);
    const isOfNetwork = sign === 'no-dns' || sign === 'port-25';
    const weight = isLarge && isOfNetwork ? fewestReceivers : 1;
    this.#seen.set(receiver, { sign, atMs: this.clock.now(), weight });
    this.#add(sign, weight);
    this.#forgetOld();
    if (sign !== 'answers') this.#begin(sign);
    if (before !== undefined && before !== 'answers' && before !== sign) this.#endAfter(before);
  }

  #begin(kind: MxTroubleKind): void {
    const showing = this.#weights.get(kind) ?? 0;
    if (this.#open.has(kind) || showing < fewestReceivers) return;
    // A wrong name is refused by the strict ones alone, and is wrong all the same.
    if (kind !== 'name-mismatch' && showing * 2 < this.#askedSince(kind)) return;
    this.#open.add(kind);
    this.listeners.onTrouble(kind);
  }

  #askedSince(kind: MxTroubleKind): number {
    let weight = 0;
    for (const seen of this.#seen.values()) if (weight > 0 || seen.sign === kind) weight += seen.weight;
    return weight;
  }

  /** A receiver that showed it shows it no more. */
  #endAfter(kind: MxTroubleKind): void {
    if (!this.#open.has(kind)) return;
    // One receiver shows that name servers answer, or the port is open. Refusals end when most receivers accept.
    const isOfNetwork = kind === 'no-dns' || kind === 'port-25';
    if (!isOfNetwork && (this.#weights.get(kind) ?? 0) * 2 >= fewestReceivers) return;
    this.#open.delete(kind);
    for (const [receiver, { sign }] of this.#seen) if (sign === kind) this.#forget(receiver);
    this.listeners.onRecovered(kind);
  }

  #forgetOld(): void {
    const sinceMs = this.clock.now() - windowMs;
    for (const [receiver, { atMs, sign }] of this.#seen) {
      const isKept = atMs >= sinceMs || (sign !== 'answers' && this.#open.has(sign));
      if (isKept && this.#seen.size <= mostReceivers) return;
      this.#forget(receiver);
    }
  }

  #forget(receiver: string): MxSign | undefined {
    const seen = this.#seen.get(receiver);
    if (seen === undefined) return undefined;
    this.#seen.delete(receiver);
    this.#add(seen.sign, -seen.weight);
    return seen.sign;
  }

  #add(sign: MxSign, weight: number): void {
    this.#weights.set(sign, (this.#weights.get(sign) ?? 0) + weight);
  }
}
