import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { GetTeamQueueQuery, type GetTeamQueueResult } from './queue.queries.js';
import type { GetTeamQueue } from './team-queue.js';

@QueryHandler(GetTeamQueueQuery)
export class GetTeamQueueHandler implements IQueryHandler<GetTeamQueueQuery> {
  constructor(private readonly getTeamQueue: GetTeamQueue) {}

  execute(query: GetTeamQueueQuery): Promise<GetTeamQueueResult> {
    return this.getTeamQueue(query);
  }
}
