import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { GetEmailMetricsQuery, type GetEmailMetricsResult } from './metrics.queries.js';

@QueryHandler(GetEmailMetricsQuery)
export class GetEmailMetricsHandler implements IQueryHandler<GetEmailMetricsQuery> {
  constructor(private readonly getEmailMetrics: (query: GetEmailMetricsQuery) => Promise<GetEmailMetricsResult>) {}

  execute(query: GetEmailMetricsQuery): Promise<GetEmailMetricsResult> {
    return this.getEmailMetrics(query);
  }
}
