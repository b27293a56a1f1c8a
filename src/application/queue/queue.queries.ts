import { Query } from '@nestjs/cqrs';
import type { QueueLine } from './list-queue.js';

/** GET /dashboard-api/queue. */
export class GetTeamQueueQuery extends Query<GetTeamQueueResult> {
  constructor(readonly teamId: string) {
    super();
  }
}

export interface TeamQueueLine extends QueueLine {
  /** Of those that it counts, a mail in an attempt, or else the one that is due first. */
  readonly firstEmailId: string;
}

export interface GetTeamQueueResult {
  readonly lines: readonly TeamQueueLine[];
  /** Nothing that waits is left out. */
  readonly isComplete: boolean;
}
