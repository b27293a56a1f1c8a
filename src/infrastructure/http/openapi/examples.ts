import { apiKeyExamples } from './examples/api-keys.js';
import { dashboardExamples } from './examples/dashboard.js';
import { domainExamples } from './examples/domains.js';
import { emailExamples } from './examples/emails.js';
import { healthExamples } from './examples/health.js';
import { logExamples } from './examples/logs.js';
import type { Example, ExampleTable } from './examples/shared.js';
import { metricsExamples } from './examples/metrics.js';
import { usageExamples } from './examples/usage.js';
import type { Operation } from './operation.js';

const examples: ExampleTable = {
  ...emailExamples,
  ...apiKeyExamples,
  ...domainExamples,
  ...logExamples,
  ...metricsExamples,
  ...usageExamples,
  ...dashboardExamples,
  ...healthExamples,
};

/** What an endpoint may be asked and what it then answers, each by its name. A test sends every one of them. */
export function examplesOf({ method, path }: Operation): Readonly<Record<string, Example>> {
  return examples[`${method.toUpperCase()} ${path}`] ?? {};
}
