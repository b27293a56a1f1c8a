import type { RetryClass } from '../../domain/shared/accepted-email.js';

/** A hint that somebody is due: the worker loads the stream and drops what is stale. */
export interface Job {
  /** `email:<email id>:<destination>:<generation>`: the same hint is queued once. */
  readonly id: string;
  readonly emailId: string;
  readonly destination: string;
  readonly generation: number;
  readonly retryClass: RetryClass;
  /** Milliseconds since the epoch; not handed out before. */
  readonly dueAtMs: number;
}

/**
 * `full`: this destination's line (or the whole queue) has no room; offer again later. What is due and what is due later
 * have a room each: a crowd that waits for nine o'clock keeps nobody waiting at a quarter to.
 */
export type Offer = 'queued' | 'known' | 'full';

/** Hints only: everything in it may be lost and is offered again from the read model. */
export interface WorkQueue {
  offer(job: Job): Promise<Offer>;
  /** Hands out due jobs, at most `concurrency` at a time, destinations in turn, transactional first. */
  process(concurrency: number, handler: (job: Job) => Promise<void>): void;
  /** Jobs waiting, not those being worked on: those whose time has come, and those whose time is still to come. */
  waiting(): { readonly due: number; readonly later: number };
  /** No new job is handed out; resolves when those under way have ended. */
  stop(): Promise<void>;
}
