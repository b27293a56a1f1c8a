import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { GetUsageQuery, type GetUsageResult } from './usage.queries.js';

@QueryHandler(GetUsageQuery)
export class GetUsageHandler implements IQueryHandler<GetUsageQuery> {
  constructor(private readonly getUsage: (query: GetUsageQuery) => Promise<GetUsageResult>) {}

  execute(query: GetUsageQuery): Promise<GetUsageResult> {
    return this.getUsage(query);
  }
}
