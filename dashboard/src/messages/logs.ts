/** The request log. */
export const logs = {
  intro: 'API requests and responses. Changes made in the dashboard are included, autosaves are not.',
  emptyTitle: 'No requests yet',
  empty: 'API requests and SMTP submissions appear here within moments.',
  emptyFilteredTitle: 'No requests found',
  emptyFiltered: 'Change or clear the filters to see more.',
  all: 'All requests',
  request: 'Request',
  status: 'Status',
  method: 'Method',
  key: 'API key',
  path: 'Path',
  pathHint: 'Path: /emails, /emails/{id}',
  when: 'When',
  duration: 'Duration',
  milliseconds: (ms: number) =>
    ms < 10 ? `${ms.toFixed(1)} ms` : ms < 10_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 1_000)} s`,
  statuses: { '2xx': '2xx: Success', '4xx': '4xx: Client error', '5xx': '5xx: Server error' },
  deletedKey: 'Deleted API key',
  person: 'Dashboard',
  shared: 'Share link',
  noAgent: 'not sent',
  answered: 'Received',
  agent: 'User agent',
  id: 'Request ID',
  idempotencyKey: 'Idempotency key',
  mail: 'Email',
  mails: 'Emails',
  openMail: (number: number, count: number) => (count === 1 ? 'View email' : `Email ${number}`),
  reference: 'View in API reference',
  requestBody: 'Request body',
  requestNote:
    'Redacted on purpose: the log never stores secrets, addresses or the content of emails, only their length. Open the email to read it.',
  noRequestBody: 'No request body',
  responseBody: 'Response body',
  responseNote: 'Redacted on purpose: the log never stores secrets.',
  noResponseBody: 'No response body, or not kept',
  wrong: 'What went wrong',
  fix: 'How to fix it',
  field: 'Field',
  inBatch: (number: number) => `Email ${number} of the batch`,
  partly: (count: number) =>
    count === 1 ? '1 email in this batch was rejected.' : `${count} emails in this batch were rejected.`,
  partlyHint: 'The others were accepted. Fix these and send only them again.',
  unknown: 'The request was rejected.',
} as const;

export interface Explanation {
  /** What it means, whatever the request was. */
  readonly means: string;
  /** What to do. */
  readonly fix: string;
}

/** By the error name in the response. A test compares them with the names that the server sends. */
export const explanations: Readonly<Record<string, Explanation>> = {
  invalid_idempotency_key: {
    means: 'The idempotency key is empty or too long.',
    fix: 'Send a key of 1 to 256 characters, or none.',
  },
  validation_error: {
    means: 'The request is not valid. The message names the first problem.',
    fix: 'Fix it and send the request again.',
  },
  missing_api_key: {
    means: 'The request has no API key.',
    fix: 'Send the header “Authorization: Bearer <API key>”.',
  },
  restricted_api_key: {
    means: 'The API key does not have permission for this: it can only send, or only read.',
    fix: 'Use an API key with full access.',
  },
  invalid_api_key: {
    means: 'The API key is unknown, revoked or expired.',
    fix: 'Check that your app uses the complete key, or create a new one.',
  },
  not_found: {
    means: 'No resource of this team has this ID, or the path does not exist.',
    fix: 'Check the ID, the path and the team of the API key.',
  },
  method_not_allowed: {
    means: 'This path does not support the method.',
    fix: 'Use a method listed in the API reference.',
  },
  invalid_idempotent_request: {
    means: 'This idempotency key was used with a different body in the last 24 hours. Nothing was sent.',
    fix: 'Use one key per email, such as the order number, and reuse it only to retry the same request.',
  },
  concurrent_idempotent_requests: {
    means: 'A request with the same idempotency key was still in progress.',
    fix: 'Retry in a moment to get the response of the first request.',
  },
  invalid_attachment: {
    means: 'An attachment is empty, of a blocked type, or could not be fetched.',
    fix: 'Send the content itself or a public URL. Executables and scripts are blocked.',
  },
  invalid_from_address: {
    means: '`from` is not a valid sender.',
    fix: 'Use name@domain or Name <name@domain> with one of your domains, for example Shop <orders@example.com>.',
  },
  invalid_access: {
    means: 'The permission or role does not allow this.',
    fix: 'Ask a team admin, or check the requested permission.',
  },
  reauthentication_required: {
    means: 'This changes account access, and the user had not confirmed their identity in the last 10 minutes.',
    fix: 'Confirm with a password, authenticator app or passkey in the dashboard, then try again.',
  },
  invalid_parameter: {
    means: 'An ID in the path is not valid.',
    fix: 'Use the ID returned when the resource was created.',
  },
  invalid_region: {
    means: 'This server does not have this region.',
    fix: 'Omit `region`, or use one listed in the message.',
  },
  missing_required_field: {
    means: 'A required field is missing.',
    fix: 'Add the field, spelled as in the API reference.',
  },
  monthly_quota_exceeded: {
    means: 'This request exceeds the monthly quota.',
    fix: 'Wait until next month (UTC), or ask the server operator for a higher quota.',
  },
  daily_quota_exceeded: {
    means: 'This request exceeds the daily quota.',
    fix: 'Wait until tomorrow (UTC), or ask the server operator for a higher quota.',
  },
  rate_limit_exceeded: {
    means: 'The team exceeded its rate limit, counted over all its API keys.',
    fix: 'Wait for the time in “Retry-After”, then retry. A batch request sends up to 100 emails.',
  },
  security_error: {
    means: 'The request came from another site or has no session token.',
    fix: 'Use an API key; sessions are for the dashboard only.',
  },
  application_error: {
    means: 'The server couldn’t process the request at that moment. The request itself is fine.',
    fix: 'Retry in a moment. If it happens again, send the request ID to the server operator.',
  },
  internal_server_error: {
    means: 'Something went wrong on the server. The request itself is fine.',
    fix: 'Retry in a moment. If it happens again, send the request ID to the server operator.',
  },
};

/** Explanations of certain messages, before the error name is looked up. */
export const particular = {
  notVerified: {
    means: 'The sender’s domain is not verified yet, so you can’t send from it.',
    fix: 'Add the domain if it isn’t listed, add its DNS records and verify it.',
  },
  sandbox: {
    means: 'This is a sandbox sender: it only sends to test addresses.',
    fix: 'Add and verify your own domain, then send from it.',
  },
  notOfKey: {
    means: 'This API key is restricted to another domain.',
    fix: 'Use an API key for this domain, or create one without a domain restriction.',
  },
  from: {
    means: '`from` is not a valid sender.',
    fix: 'Use name@domain or Name <name@domain> with one of your domains, for example Shop <orders@example.com>.',
  },
  recipient: {
    means: 'A recipient is not a valid email address.',
    fix: 'Use an address such as ada@example.com, without spaces and with one @.',
  },
  unknownKey: {
    means: 'The API key is unknown, revoked or expired.',
    fix: 'Check that your app uses the complete key, or create a new one.',
  },
  webhookDisabled: {
    means: 'The endpoint is disabled, so nothing can be sent to it.',
    fix: 'Enable it first.',
  },
} as const satisfies Readonly<Record<string, Explanation>>;

/** Buttons for the next step. */
export const steps = {
  domains: 'Go to domains',
  keys: 'Go to API keys',
  createKey: 'Create API key',
  usage: 'View usage and limits',
  webhooks: 'Go to webhooks',
  sameKey: 'View first request',
} as const;
