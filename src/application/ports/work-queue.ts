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

/** Destinations that are served by one receiver stand in one line: what holds it holds all of them, and nobody else. */
export interface Lines {
  lineOf(destination: string): string;
  /** How many jobs of a line may be in work here at once; 0: none is started. Asked again and again: it changes. */
  roomOf(line: string): number;
  /** Whoever serves it answered the last time: jobs of all other lines together have half of what there is. */
  answers(line: string): boolean;
  /** How many jobs may stand aside. */
  readonly mostAside: number;
}

/** What a job in work takes up. */
export interface Place {
  /** It turned out to be of this line, and counts there from now on; false: the line has no room. */
  joins(line: string): boolean;
  /** It waits for somebody slow: another job may start in its place, as long as there is room aside. */
  standAside(): void;
}

/** What became of a job: `not-now`, where its line turned out to have no room; it is handed out again a little later. */
export type JobEnd = 'done' | 'not-now';

/** Hints only: everything in it may be lost and is offered again from the read model. */
export interface WorkQueue {
  offer(job: Job): Promise<Offer>;
  /**
   * Hands out due jobs, at most `concurrency` at a time, destinations in turn, transactional first. A job whose line has
   * no room waits, and keeps no other waiting. Without `lines` every line has room.
   */
  process(concurrency: number, handler: (job: Job, place: Place) => Promise<JobEnd>, lines?: Lines): void;
  /** Half of the destination's line is free, of what is due: worth the look at what found no room. */
  hasRoomFor(destination: string): boolean;
  /** Jobs waiting, not those being worked on: those whose time has come, and those whose time is still to come. */
  waiting(): { readonly due: number; readonly later: number };
  /** No new job is handed out; resolves when those under way have ended. */
  stop(): Promise<void>;
}
