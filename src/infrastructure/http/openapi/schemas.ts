/** Every answer that the API gives, as the OpenAPI document shows it and as tests check real answers against it. */
export * from './schemas/api-keys.js';
export * from './schemas/dashboard.js';
export * from './schemas/domains.js';
export * from './schemas/emails.js';
export * from './schemas/health.js';
export * from './schemas/metrics.js';
export * from './schemas/suppressions.js';
export * from './schemas/usage.js';
export * from './schemas/logs.js';
export { errorBody } from './schemas/shared.js';
