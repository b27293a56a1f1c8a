/** The names that existing client libraries know. Some of them fail on any other, so no other is ever sent. */
export const errorNames = [
  'invalid_idempotency_key',
  'validation_error',
  'missing_api_key',
  'restricted_api_key',
  'invalid_api_key',
  'not_found',
  'method_not_allowed',
  'invalid_idempotent_request',
  'concurrent_idempotent_requests',
  'invalid_attachment',
  'invalid_from_address',
  'invalid_access',
  'invalid_parameter',
  'invalid_region',
  'missing_required_field',
  'monthly_quota_exceeded',
  'daily_quota_exceeded',
  'rate_limit_exceeded',
  'security_error',
  // Only to people in a browser: no client library has a session.
  'reauthentication_required',
  'application_error',
  'internal_server_error',
] as const;

export type ErrorName = (typeof errorNames)[number];
