import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { GetLogQuery, type GetLogResult, ListLogsQuery, type ListLogsResult } from './log.queries.js';
import type { LogQueries } from './log-queries.js';

@QueryHandler(ListLogsQuery)
export class ListLogsHandler implements IQueryHandler<ListLogsQuery> {
  constructor(private readonly queries: LogQueries) {}

  execute(query: ListLogsQuery): Promise<ListLogsResult> {
    return this.queries.list(query);
  }
}

@QueryHandler(GetLogQuery)
export class GetLogHandler implements IQueryHandler<GetLogQuery> {
  constructor(private readonly queries: LogQueries) {}

  execute(query: GetLogQuery): Promise<GetLogResult> {
    return this.queries.get(query);
  }
}
