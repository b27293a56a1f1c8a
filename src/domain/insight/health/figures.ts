import { isVerified, type TlsProof } from '../../shared/tls-proof.js';
import type { ReceiverGroup } from './receiver-group.js';

/** What became of one recipient, as far as a receiver had a part in it. */
export interface RecipientHealth {
  /** Null until a receiver has answered, and once the recipient was erased. */
  readonly group: ReceiverGroup | null;
  readonly deferred: boolean;
  /** `bounced`: rejected permanently, or retries ran out. */
  readonly result: 'delivered' | 'bounced' | null;
  /** From when it was to be sent to the receiver's final 250. Milliseconds; null where it was not delivered. */
  readonly deliveredMs: number | null;
  /** How the last connection was protected; null where none got as far as the message. */
  readonly tls: TlsProof | null;
  readonly complained: boolean;
}

/** Only settled recipients count. */
export interface GroupFigures {
  readonly delivered: number;
  /** Those that had to wait for a second attempt, whatever became of them. */
  readonly deferred: number;
  readonly bounced: number;
  readonly complained: number;
  /** How many of the delivered ones went over TLS. */
  readonly encrypted: number;
  /** And how many over TLS with proof of the receiver: by its policy or its certificate. */
  readonly verified: number;
  /** Milliseconds from acceptance to delivery, rounded up by at most 5 %; null where nothing was delivered. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

const counted = ['delivered', 'deferred', 'bounced', 'complained', 'encrypted', 'verified'] as const;

/** The sum of one group over some time. */
export class HealthSum {
  readonly #counts = { delivered: 0, deferred: 0, bounced: 0, complained: 0, encrypted: 0, verified: 0 };
  /** How many were delivered, by the logarithm of how long that took. */
  readonly #times = new Map<number, number>();

  add({ deferred, result, deliveredMs, tls, complained }: RecipientHealth): void {
    if (result === null) return;
    this.#counts[result] += 1;
    if (deferred) this.#counts.deferred += 1;
    if (complained) this.#counts.complained += 1;
    if (result !== 'delivered' || deliveredMs === null) return;
    if (tls !== null && tls !== 'none') this.#counts.encrypted += 1;
    if (tls !== null && isVerified(tls)) this.#counts.verified += 1;
    const bucket = bucketOf(deliveredMs);
    this.#times.set(bucket, (this.#times.get(bucket) ?? 0) + 1);
  }

  /** Everything of both. */
  plus(other: HealthSum): HealthSum {
    const sum = new HealthSum();
    for (const each of [this, other]) {
      for (const name of counted) sum.#counts[name] += each.#counts[name];
      for (const [bucket, count] of each.#times) sum.#times.set(bucket, (sum.#times.get(bucket) ?? 0) + count);
    }
    return sum;
  }

  figures(): GroupFigures {
    return { ...this.#counts, p50Ms: this.#quantile(0.5), p95Ms: this.#quantile(0.95) };
  }

  #quantile(share: number): number | null {
    const all = [...this.#times.values()].reduce((sum, count) => sum + count, 0);
    if (all === 0) return null;
    let left = Math.ceil(all * share);
    for (const [bucket, count] of [...this.#times].sort(([one], [other]) => one - other)) {
      left -= count;
      if (left <= 0) return upperMs(bucket);
    }
    return null;
  }
}

const step = Math.log(1.05);
const bucketOf = (ms: number): number => Math.ceil(Math.log(Math.max(1, ms)) / step);
const upperMs = (bucket: number): number => Math.round(Math.exp(bucket * step));
