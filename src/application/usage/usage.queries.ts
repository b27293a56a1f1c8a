import { Query } from '@nestjs/cqrs';
/** GET /usage. */
export class GetUsageQuery extends Query<GetUsageResult> {
  constructor(readonly teamId: string) {
    super();
  }
}

export interface PeriodUsage {
  readonly used: number;
  /** Null: none. */
  readonly limit: number | null;
  /** ISO 8601: when the period ends. */
  readonly resetsAt: string;
}

export interface GetUsageResult {
  /** Recipients of accepted mails. */
  readonly emails: { readonly daily: PeriodUsage; readonly monthly: PeriodUsage };
  /** The team's own; sandbox domains are everybody's. */
  readonly domains: number;
  /** Null: no limit. */
  readonly requestsPerSecond: number | null;
}
