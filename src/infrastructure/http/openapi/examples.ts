import { apiKeyExamples } from '../api-keys/api-keys.examples.js';
import { dashboardExamples } from '../dashboard/dashboard.examples.js';
import { domainExamples } from '../domains/domains.examples.js';
import { emailExamples } from '../emails/emails.examples.js';
import { healthExamples } from '../health/health.examples.js';
import { logExamples } from '../logs/logs.examples.js';
import type { Example, ExampleTable } from './shared-examples.js';
import { metricsExamples } from '../metrics/metrics.examples.js';
import { suppressionExamples } from '../suppressions/suppressions.examples.js';
import { usageExamples } from '../usage/usage.examples.js';
import type { Operation } from './operation.js';

const examples: ExampleTable = {
  ...emailExamples,
  ...apiKeyExamples,
  ...domainExamples,
  ...suppressionExamples,
  ...logExamples,
  ...metricsExamples,
  ...usageExamples,
  ...dashboardExamples,
  ...healthExamples,
};

/** What an endpoint may be asked and what it then answers, each by its name. A test sends every one of them. */
export function examplesOf({ method, path }: Operation): Readonly<Record<string, Example>> {
  const named = (where: string) => examples[`${method.toUpperCase()} ${where}`];
  // The page reads some of the API under a path of its own: the same questions and answers.
  return named(path) ?? named(path.replace(/^\/dashboard-api/, '')) ?? {};
}
