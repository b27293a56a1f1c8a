import { GetEmailMetrics } from './get-email-metrics.js';
import { GetTeamMetrics } from './team-metrics.js';

export const metricsUseCases = [GetEmailMetrics, GetTeamMetrics];
