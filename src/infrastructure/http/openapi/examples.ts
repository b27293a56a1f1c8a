import { apiKeyExamples } from './examples/api-keys.js';
import { dashboardExamples } from './examples/dashboard.js';
import { domainExamples } from './examples/domains.js';
import { emailExamples } from './examples/emails.js';
import { healthExamples } from './examples/health.js';
import { logExamples } from './examples/logs.js';
import type { Example, ExampleTable } from './examples/shared.js';
import { metricsExamples } from './examples/metrics.js';
import { suppressionExamples } from './examples/suppressions.js';
import { usageExamples } from './examples/usage.js';
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
