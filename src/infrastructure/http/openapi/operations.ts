import type { Operation } from './operation.js';
import { apiKeyOperations } from '../api-keys/api-keys.operations.js';
import { dashboardOperations } from '../dashboard/dashboard.operations.js';
import { domainOperations } from '../domains/domains.operations.js';
import { emailOperations } from '../emails/emails.operations.js';
import { healthOperations } from '../health/health.operations.js';
import { metricsOperations } from '../metrics/metrics.operations.js';
import { suppressionOperations } from '../suppressions/suppressions.operations.js';
import { usageOperations } from '../usage/usage.operations.js';
import { logOperations } from '../logs/logs.operations.js';

/** Every endpoint. A test compares this list with the routes that the server has. */
export const operations: readonly Operation[] = [
  ...emailOperations,
  ...apiKeyOperations,
  ...domainOperations,
  ...suppressionOperations,
  ...metricsOperations,
  ...usageOperations,
  ...dashboardOperations,
  ...logOperations,
  ...healthOperations,
];
