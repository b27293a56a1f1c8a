import type { RetryClass } from '../../domain/shared/accepted-email.js';

/*
 * The words of the queue, here, in its adapters and in delivery:
 *
 * line      Jobs that wait one behind the other, by class. A mail's line is its destination. Lines are served in turn.
 * receiver  What serves a line: an MX set, the relay. One receiver may serve many lines.
 * room      How many jobs may wait, of a line and in all; how many of a receiver may be in work.
 * place     What a job in work takes up, of the `concurrency` of its process. One that waits for a slow receiver stands
 *           aside: it goes on without a place.
 * stranger A receiver that has not answered yet, or not the last time. parking Receivers that refused, and until when
 * nothing is started towards them (application/delivery/parking.ts). pool Kept SMTP connections to one receiver
 * (infrastructure/smtp-out). How many it may have bounds the receiver's room.
 */

/** What a job of each kind is about. Ids, hashes and numbers: it lies in Redis, and must name no person. */
export interface JobPayloads {
  /** Recipients of a mail are due at one destination. */
  readonly email: { readonly emailId: string; readonly destination: string; readonly generation: number };
}

type JobKind = keyof JobPayloads;

/** A hint that something is due: the worker reads the log and drops what is stale. */
interface JobOf<Kind extends JobKind> {
  /** `kind:subject:line:generation`: the same hint is queued once. */
  readonly id: string;
  readonly kind: Kind;
  readonly line: string;
  readonly class: RetryClass;
  /** Milliseconds since the epoch; not handed out before. */
  readonly dueAtMs: number;
  readonly payload: JobPayloads[Kind];
}

export type Job = { readonly [Kind in JobKind]: JobOf<Kind> }[JobKind];

/**
 * `full`: the job's line (or the whole queue) has no room; offer again later. What is due and what is due later have a
 * room each: a crowd that waits for nine o'clock delays nothing that is due at a quarter to.
 */
export type Offer = 'queued' | 'known' | 'full';

/** Which receiver serves a line, and how much it takes: what holds one up holds up its own lines, and no other. */
export interface Receivers {
  receiverOf(line: string): string;
  /** How many of its jobs may be in work here at once; 0: none is started. It changes, and is asked each time. */
  roomOf(receiver: string): number;
  /** It answered the last time. Jobs of all strangers together have half of the places. */
  answers(receiver: string): boolean;
  /** How many jobs may stand aside. */
  readonly mostAside: number;
}

/** What a job in work takes up. */
export interface Place {
  /** The job turned out to be for this receiver, and counts there from now on; false: the receiver has no room. */
  joins(receiver: string): boolean;
  /** Another job may start in its place, as long as there is room aside. */
  standAside(): void;
}

/**
 * What became of a job: `not-now`, where its receiver turned out to have no room; it is handed out again a little
 * later.
 */
export type JobEnd = 'done' | 'not-now';

export type JobHandler = (job: Job, place: Place) => Promise<JobEnd>;

/** How long a queue remembers what it was offered. */
export const newsMs = 30_000;

/** Hints only: everything in it may be lost and is offered again from the read model. */
export interface WorkQueue {
  /**
   * Answers for each, in their order. `news` comes from several sources, among them a read model that is behind: a job
   * that was queued within {@link newsMs} is known, also where it has been worked on since, unless it failed. `again`:
   * whatever became of it.
   */
  offer(jobs: readonly Job[], as: 'news' | 'again'): Promise<readonly Offer[]>;
  /**
   * Hands out due jobs, at most `concurrency` at a time, lines in turn, of all lines transactional jobs first and bulk
   * last. A job whose receiver has no room waits, and delays no other. Without `receivers` all have room.
   */
  process(concurrency: number, handler: JobHandler, receivers?: Receivers): void;
  /** Half of the line is free, of what is due: worth the look at what found no room. */
  hasRoomFor(line: string): boolean;
  /** Jobs waiting, not those being worked on: those whose time has come, and those whose time is still to come. */
  waiting(): { readonly due: number; readonly later: number };
  /** No new job is handed out; resolves when those under way have ended. */
  stop(): Promise<void>;
}
