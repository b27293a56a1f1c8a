import { PasswordHasherBusy } from '../../application/ports/password-hasher.js';
import { FairThread } from '../system/fair-thread.js';
import { startModestWorker } from '../system/modest-worker.js';
import { workerUrl } from '../system/worker-url.js';
import type { ComparedPassword, PasswordToCompare } from './stranger-passwords.worker.js';

export interface StrangerLimits {
  /** A comparison takes some 40 ms: the last in the line waits for seconds. */
  readonly waiting: number;
  readonly waitingOfNetwork: number;
}

export const strangerLimits: StrangerLimits = { waiting: 60, waitingOfNetwork: 6 };

/** Processor time; a comparison takes some 40 ms. */
const timeoutMs = 1_000;
const maxHeapMb = 64;

/**
 * Compares the passwords of unknown browsers: one at a time, in a thread of low priority, the networks in turn. A flood
 * of them takes what is left of one core, and neither the threads that files and DNS need nor the place of somebody who
 * is known.
 */
export class StrangerPasswords {
  readonly #thread: FairThread<PasswordToCompare, ComparedPassword>;
  readonly #waitingOf = new Map<string, number>();
  #waiting = 0;

  constructor(private readonly limits: StrangerLimits) {
    this.#thread = new FairThread({
      start: () => startModestWorker(workerUrl(import.meta.url, './stranger-passwords.worker.js'), { maxHeapMb }),
      // Each takes as long as the other; what a network may have in the line bounds it.
      limitsOf: () => ({ share: 'passwords', timeoutMs, budgetMs: Infinity }),
      windowMs: timeoutMs,
      onCutOff: () => undefined,
    });
  }

  isFull(network: string): boolean {
    const { waiting, waitingOfNetwork } = this.limits;
    return this.#waiting >= waiting || (this.#waitingOf.get(network) ?? 0) >= waitingOfNetwork;
  }

  async isRight(password: string, hash: string | undefined, network: string): Promise<boolean> {
    if (this.isFull(network)) throw new PasswordHasherBusy('too many strangers are waiting');
    this.#count(network, 1);
    try {
      const compared = await this.#thread.run({ password, hash: hash ?? null }, network);
      if (compared === undefined) throw new PasswordHasherBusy('a comparison was cut off');
      if ('error' in compared) throw new Error(compared.error);
      return compared.isRight;
    } finally {
      this.#count(network, -1);
    }
  }

  #count(network: string, change: 1 | -1): void {
    this.#waiting += change;
    const left = (this.#waitingOf.get(network) ?? 0) + change;
    if (left > 0) this.#waitingOf.set(network, left);
    else this.#waitingOf.delete(network);
  }
}
