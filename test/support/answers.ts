/** Every answer that the API gives: tests check real answers against these. */
export * from '../../src/infrastructure/http/api-keys/api-keys.answers.js';
export * from '../../src/infrastructure/http/dashboard/dashboard.answers.js';
export * from '../../src/infrastructure/http/dashboard/domain-findings.answers.js';
export * from '../../src/infrastructure/http/domains/domains.answers.js';
export * from '../../src/infrastructure/http/emails/emails.answers.js';
export * from '../../src/infrastructure/http/erasures/erasures.answers.js';
export { alive, ready } from '../../src/infrastructure/http/health/health.operations.js';
export * from '../../src/infrastructure/http/logs/logs.answers.js';
export * from '../../src/infrastructure/http/metrics/metrics.answers.js';
export { errorBody } from '../../src/infrastructure/http/openapi/shared-schemas.js';
export * from '../../src/infrastructure/http/people/people.answers.js';
export * from '../../src/infrastructure/http/suppressions/suppressions.answers.js';
export * from '../../src/infrastructure/http/usage/usage.answers.js';
export * from '../../src/infrastructure/http/webhooks/feed.answers.js';
export * from '../../src/infrastructure/http/webhooks/replays.answers.js';
export * from '../../src/infrastructure/http/webhooks/webhook-requests.answers.js';
export * from '../../src/infrastructure/http/webhooks/webhooks.answers.js';
