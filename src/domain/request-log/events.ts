import { z } from 'zod';
import { type DataOf, event, type EventOf, personal, streams } from '../shared/event.js';

const answeredRequest = z.object({
  /** UUIDv7 of the request, as in `x-request-id`; the correlation id of every event that it led to. */
  id: z.string(),
  /** ISO 8601: when it came in. */
  at: z.string(),
  /** Null when a shared link was opened, which takes no key. */
  apiKeyId: z.string().nullable(),
  method: z.string(),
  endpoint: z.string(),
  status: z.number(),
  durationMs: z.number(),
  /** The mails that it had accepted: what was sent stands in them and is not repeated here. */
  emailIds: z.array(z.string()),
  /**
   * So many equal reads of the page or of the request log itself, the first of them at `at`: no entry of the request
   * log.
   */
  reads: z.number().optional(),
});
/**
 * A request that was answered, or a read that is only counted. Nothing in it is about a person: the endpoint carries
 * ids and names of routes only.
 */
export type AnsweredRequest = DataOf<typeof answeredRequest>;

const body = z.record(z.string(), z.unknown()).nullable();

const requestDetail = z.object({
  userAgent: z.string().nullable(),
  requestBody: body,
  responseBody: body,
  /** Key of a request to send, as the caller gave it but without addresses. Absent when none was given. */
  idempotencyKey: z.string().optional(),
});
/** The bodies of a request and its answer, redacted: no address, no mail content, no secret. */
export type RequestDetail = DataOf<typeof requestDetail>;

/** What one process answered one team in one moment. */
const requestsAnswered = event('RequestsAnswered', {
  data: z.object({
    requests: z.array(answeredRequest),
    /** One for each of `requests`, under the key of this team and hour. */
    details: personal(z.array(requestDetail), { erased: 'with its hour, by age: they are kept without addresses' }),
  }),
  summary: ({ requests }) => `Requests: ${requests.map(inWords).join(', ')}`,
});
export type RequestsAnswered = EventOf<typeof requestsAnswered>;

export const requestLogStreams = streams('requestlog', [requestsAnswered], { activity: 'never' });

function inWords({ id, method, endpoint, status, reads }: AnsweredRequest): string {
  return `${method} ${endpoint} ${status} (${reads === undefined ? '' : `${reads} times in a minute, first `}request ${id})`;
}

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly requestlog: true;
  }
}
