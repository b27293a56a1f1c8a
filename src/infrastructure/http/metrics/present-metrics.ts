import type { GetEmailMetricsResult, MetricsRow } from '../../../application/metrics/get-email-metrics.js';
import type { MetricsRequest } from '../../../application/metrics/metrics-request.js';

type Metrics = Exclude<GetEmailMetricsResult, { readonly refused: string }>;

export function presentMetrics(request: MetricsRequest, { totals, rows }: Metrics) {
  return {
    object: 'metrics',
    start_date: new Date(request.fromMs).toISOString(),
    end_date: new Date(request.untilMs).toISOString(),
    metrics: request.metrics,
    dimensions: request.dimensions,
    granularity: request.granularity,
    totals,
    ...(rows === undefined ? {} : { data: rows.map(presentRow) }),
  } as const;
}

function presentRow({ period, domain, emailId, figures }: MetricsRow) {
  return {
    ...(period === undefined ? {} : { period }),
    ...(domain === undefined ? {} : { domain_id: domain.id, domain_name: domain.name }),
    ...(emailId === undefined ? {} : { email_id: emailId }),
    ...figures,
  };
}
