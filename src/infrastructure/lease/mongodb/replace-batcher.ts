import type { Collection } from 'mongodb';
import type { LeaseState } from '../../../application/ports/lease.js';
import { withTimeout } from '../../../application/shared/timeout.js';
import { type LeaseRow, replaceAll, type Replacement } from './replace-all.js';

interface Waiting extends Replacement {
  resolve(isWritten: boolean): void;
  reject(error: unknown): void;
}

/** Leases have terms of seconds; what is asked within this time travels together, and then comes together again. */
const collectMs = 50;
/** One that never comes back must not hold up those behind it. */
const roundMs = 5_000;

/**
 * The leases of one process are replaced together: it may hold dozens, and a heartbeat takes four round trips, for one
 * as for all of them.
 */
export class ReplaceBatcher {
  private queue: Waiting[] = [];
  private isRunning = false;

  constructor(private readonly rows: Collection<LeaseRow>) {}

  /** As `LeaseStore.replace`. */
  add(name: string, next: LeaseState): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.queue.push({ name, next, resolve, reject });
      if (this.isRunning) return;
      this.isRunning = true;
      setTimeout(() => void this.run(), collectMs);
    });
  }

  private async run(): Promise<void> {
    while (this.queue.length > 0) {
      const batch = this.take();
      try {
        const answers = await withTimeout(roundMs, replaceAll(this.rows, batch));
        for (const [index, { resolve, reject }] of batch.entries()) {
          const answer = answers[index];
          if (typeof answer === 'boolean') resolve(answer);
          else reject(answer);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isRunning = false;
  }

  /** The first waiting write of each lease: the next one builds on its result. */
  private take(): readonly Waiting[] {
    const batch = new Map<string, Waiting>();
    const left: Waiting[] = [];
    for (const waiting of this.queue) {
      if (batch.has(waiting.name)) left.push(waiting);
      else batch.set(waiting.name, waiting);
    }
    this.queue = left;
    return [...batch.values()];
  }
}
