/** The request log. */
export const logs = {
  intro: 'Every request of your programs, and what it was answered. What this page reads is not among them.',
  emptyTitle: 'No request yet',
  empty: 'Each request with an API key appears here a moment after its answer, as does mail that comes in over SMTP.',
  emptyFilteredTitle: 'No request is like that',
  emptyFiltered: 'Clear the filters to see all of them.',
  all: 'All requests',
  newer: (count: number, isMore: boolean) =>
    isMore ? `More than ${count} new requests` : count === 1 ? '1 new request' : `${count} new requests`,
  request: 'Request',
  status: 'Status',
  method: 'Method',
  key: 'API key',
  path: 'Path',
  pathHint: 'Path: /emails, /emails/{id}',
  when: 'When',
  duration: 'Took',
  milliseconds: (ms: number) =>
    ms < 10 ? `${ms.toFixed(1)} ms` : ms < 10_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 1_000)} s`,
  statuses: { '2xx': '2xx: done', '4xx': '4xx: refused', '5xx': '5xx: failed here' },
  deletedKey: 'A deleted key',
  person: 'In the dashboard',
  shared: 'Whoever had the link',
  noAgent: 'not given',
  answered: 'Came in',
  agent: 'User agent',
  id: 'Request id',
  idempotencyKey: 'Idempotency key',
  mail: 'Email',
  mails: 'Emails',
  openMail: (number: number, count: number) => (count === 1 ? 'Open the email' : `Email ${number}`),
  reference: 'This endpoint in the API reference',
  requestBody: 'What was sent',
  requestNote: 'Without secrets, addresses and contents. Of accepted mail: as it reads today.',
  noRequestBody: 'No body was read.',
  responseBody: 'What was answered',
  responseNote: 'Without secrets.',
  noResponseBody: 'The answer had no body, or it is not kept.',
  wrong: 'What was wrong',
  mend: 'How to mend it',
  field: 'Field',
  inBatch: (number: number) => `Email ${number} of the batch`,
  partly: (count: number) =>
    count === 1 ? 'One email of this batch was refused.' : `${count} emails of this batch were refused.`,
  partlyHint: 'The others were accepted. Mend these and send only them again.',
  unknown: 'The request was refused.',
} as const;

export interface Explanation {
  /** What it means, whatever the request was. */
  readonly means: string;
  /** What to do. */
  readonly mend: string;
}

/** By the name of the error in the answer. A test holds it against the names that the server sends. */
export const explanations: Readonly<Record<string, Explanation>> = {
  invalid_idempotency_key: {
    means: 'The idempotency key is empty or too long.',
    mend: 'Send a key of 1 to 256 characters, or none.',
  },
  validation_error: {
    means: 'Something in the request is not acceptable. The message names the first thing.',
    mend: 'Correct what the message names, and send the request again.',
  },
  missing_api_key: {
    means: 'The request came without an API key.',
    mend: 'Send the header “Authorization: Bearer” with a key. A key is shown once, when it is created.',
  },
  restricted_api_key: {
    means: 'The key may not do this: it may only send, or only read.',
    mend: 'Use a key with full access, or one that was made for this.',
  },
  invalid_api_key: {
    means: 'The key is unknown, was revoked, or has expired.',
    mend: 'Check that the program has the whole key, or create a new one.',
  },
  not_found: {
    means: 'Nothing of this team has the id in the path, or there is no such path.',
    mend: 'Check the id, and that the key is of the team that it belongs to.',
  },
  method_not_allowed: {
    means: 'The path exists, but not with this method.',
    mend: 'Use a method that the reference names for this path.',
  },
  invalid_idempotent_request: {
    means: 'The idempotency key was used in the last 24 hours with another body. Nothing was sent this time.',
    mend: 'Give each mail a key of its own, such as the number of the order, and use it again only to repeat the same request.',
  },
  concurrent_idempotent_requests: {
    means: 'A request with the same idempotency key was still running.',
    mend: 'Repeat it in a moment: the answer is that of the first one.',
  },
  invalid_attachment: {
    means: 'An attachment has no content, is of a type that is not sent, or could not be fetched.',
    mend: 'Send the content itself, or an address that opens in a browser without signing in. Programs and scripts are never sent.',
  },
  invalid_from_address: {
    means: 'The sender is no address that mail can be sent from.',
    mend: 'Write it as name@domain or Name <name@domain>, with a domain of yours.',
  },
  invalid_access: {
    means: 'The permission, or the role of who asked, does not allow this.',
    mend: 'Ask an admin of the team, or check the permission that was asked for.',
  },
  reauthentication_required: {
    means: 'This opens or closes an account, and the person had not confirmed who they are in the last ten minutes.',
    mend: 'Confirm with a password, an authenticator app or a passkey, and send the request again. The dashboard asks for it.',
  },
  invalid_parameter: {
    means: 'An id in the path is not an id.',
    mend: 'Use the id as the answer that made it gave it.',
  },
  invalid_region: {
    means: 'This server does not have the region.',
    mend: 'Leave the region out, or use one that the message names.',
  },
  missing_required_field: {
    means: 'A field that must be there is not there.',
    mend: 'Add the field. Its name is spelled as in the reference.',
  },
  monthly_quota_exceeded: {
    means: 'The recipients of this request are more than the rest of the month’s quota.',
    mend: 'Wait for the next month (UTC), or ask whoever runs this server for a larger quota.',
  },
  daily_quota_exceeded: {
    means: 'The recipients of this request are more than the rest of the day’s quota.',
    mend: 'Wait for the next day (UTC), or ask whoever runs this server for a larger quota.',
  },
  rate_limit_exceeded: {
    means: 'The team made too many requests within a second, all its keys together.',
    mend: 'Wait as long as the answer’s “retry-after” says and repeat it. A batch sends 100 emails with one request.',
  },
  security_error: {
    means: 'The request came from another site, or without the token of the session.',
    mend: 'Programs use an API key; only the dashboard uses a session.',
  },
  application_error: {
    means: 'The server could not do it at that moment. Nothing is wrong with the request.',
    mend: 'Repeat it after a moment. If it happens again, give the request id to whoever runs this server.',
  },
  internal_server_error: {
    means: 'Something went wrong in the server. Nothing is wrong with the request.',
    mend: 'Repeat it after a moment. If it happens again, give the request id to whoever runs this server.',
  },
};

/** What is known of certain messages, before their name is looked up. */
export const particular = {
  notVerified: {
    means: 'The domain of the sender is not verified yet, so nothing may be sent from it.',
    mend: 'Add the domain if it is not in the list, publish its DNS records, and check them.',
  },
  sandbox: {
    means: 'This sender is for first tries: it reaches test addresses only.',
    mend: 'Add a domain of your own, verify it, and send from it.',
  },
  notOfKey: {
    means: 'The key may send from one domain only, and the sender is of another one.',
    mend: 'Use the key of this domain, or create one that is not bound to a domain.',
  },
  from: {
    means: 'The sender is no address that mail can be sent from.',
    mend: 'Write it as name@domain or Name <name@domain>, with a domain of yours.',
  },
  recipient: {
    means: 'A recipient is no email address.',
    mend: 'Check it for spaces, a missing @ or a second one, before it is sent.',
  },
  unknownKey: {
    means: 'The key is unknown, was revoked, or has expired.',
    mend: 'Check that the program has the whole key, or create a new one.',
  },
  webhookDisabled: {
    means: 'The endpoint is switched off, so nothing can be sent to it.',
    mend: 'Switch it on first.',
  },
} as const satisfies Readonly<Record<string, Explanation>>;

/** Where the next step is done. */
export const steps = {
  domains: 'Go to domains',
  keys: 'Go to API keys',
  createKey: 'Create a key',
  usage: 'See usage and limits',
  webhooks: 'Go to webhooks',
  sameKey: 'Find the first request',
} as const;
