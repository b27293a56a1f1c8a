import type { Served } from './served.js';
import { domainReportStreams } from '../../domain/domain-report/events.js';
import { domainReportsProjection } from '../../projections/domain-reports/domain-reports.projection.js';

export const domainReport = {
  streams: [domainReportStreams],
  readModels: [domainReportsProjection],
  processManagers: async () => [(await import('../../application/retention/policies.js')).reportPolicy],
} satisfies Served;
