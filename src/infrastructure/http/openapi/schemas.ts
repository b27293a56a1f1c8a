/** Every answer that the API gives, as the OpenAPI document shows it and as tests check real answers against it. */
export * from '../api-keys/api-keys.answers.js';
export * from '../dashboard/dashboard.answers.js';
export * from '../domains/domains.answers.js';
export * from '../emails/emails.answers.js';
export * from '../health/health.answers.js';
export * from '../metrics/metrics.answers.js';
export * from '../suppressions/suppressions.answers.js';
export * from '../usage/usage.answers.js';
export * from '../logs/logs.answers.js';
export { errorBody } from './shared-schemas.js';
