import type { Personal } from '../shared/personal.js';

/** A request that was answered, or a read that is only counted. Nothing in it is about a person: the endpoint carries ids and names of routes only. */
export interface AnsweredRequest {
  /** UUIDv7 of the request, as in `x-request-id`; the correlation id of every event that it led to. */
  readonly id: string;
  /** ISO 8601: when it came in. */
  readonly at: string;
  /** Null: a shared link was opened, which takes no key. */
  readonly apiKeyId: string | null;
  readonly method: string;
  readonly endpoint: string;
  readonly status: number;
  readonly durationMs: number;
  /** The mails that it had accepted: what was sent stands in them and is not repeated here. */
  readonly emailIds: readonly string[];
  /** So many equal reads of the page or of the request log itself, the first of them at `at`: no entry of the request log. */
  readonly reads?: number | undefined;
}

/** The bodies of a request and its answer, redacted: no address, no mail content, no secret. */
export interface RequestDetail {
  readonly userAgent: string | null;
  readonly requestBody: Readonly<Record<string, unknown>> | null;
  readonly responseBody: Readonly<Record<string, unknown>> | null;
  /** Of a request to send: the caller's own word, without addresses. Absent where none was given. */
  readonly idempotencyKey?: string | undefined;
}

/** What one process answered one team in one moment. */
export interface RequestsAnswered {
  readonly type: 'RequestsAnswered';
  readonly data: {
    readonly requests: readonly AnsweredRequest[];
    /** One for each of `requests`, under the key of this team and hour. */
    readonly details: Personal<readonly RequestDetail[]>;
  };
}

export type RequestLogEvent = RequestsAnswered;
