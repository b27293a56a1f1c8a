import type { Operation } from './operation.js';
import { apiKeyOperations } from './operations/api-keys.js';
import { dashboardOperations } from './operations/dashboard.js';
import { domainOperations } from './operations/domains.js';
import { emailOperations } from './operations/emails.js';
import { healthOperations } from './operations/health.js';
import { metricsOperations } from './operations/metrics.js';
import { suppressionOperations } from './operations/suppressions.js';
import { usageOperations } from './operations/usage.js';
import { logOperations } from './operations/logs.js';

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
