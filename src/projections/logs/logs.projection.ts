import type { RequestsAnswered } from '../../domain/request-log/events.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Projection } from '../shared/projection.js';
import type { StreamName } from '../../domain/shared/stream-name.js';

/** One answered request as lists show it. Its bodies stay in the log: `stream` and `revision` say where. */
export interface LogDocument {
  /** The request's UUIDv7: the order of ids is the order of time. */
  readonly id: string;
  readonly teamId: string;
  /** ISO 8601. */
  readonly at: string;
  /** Null when a shared link was opened. */
  readonly apiKeyId: string | null;
  readonly method: string;
  readonly endpoint: string;
  /** The endpoint with `{id}` for each id in it: what a list is filtered by. */
  readonly route: string;
  readonly status: number;
  /** The first digit of the status. */
  readonly statusClass: number;
  /** What the answer calls the error: `validation_error`. Absent where it names none. */
  readonly errorName?: string;
  readonly durationMs: number;
  readonly userAgent: string | null;
  /** The link that opened a mail; absent: another request, or a link from before links had an id. */
  readonly shareId?: string;
  readonly stream: StreamName;
  readonly revision: number;
}

/** Where a shared link leads; no key is needed there. */
export const sharedRoute = '/share/{id}';

const namedError = /^[a-z][a-z_]{0,63}$/;

/**
 * The requests of each team, without the reads that are only counted. Documents of a stream go when it is retired: by
 * their `stream`.
 */
export const logsProjection: Projection<RequestsAnswered, LogDocument> = {
  name: 'logs',
  version: 4,
  categories: ['requestlog'],
  handles: ['RequestsAnswered'],
  personal: true,
  fields: {
    teamId: 'text',
    apiKeyId: 'text',
    method: 'text',
    endpoint: 'text',
    route: 'text',
    status: 'integer',
    statusClass: 'integer',
    stream: 'text',
  },
  indexes: [
    ['teamId', 'id'],
    ['teamId', 'apiKeyId', 'id'],
    ['teamId', 'statusClass', 'id'],
    ['teamId', 'status', 'id'],
    ['teamId', 'method', 'id'],
    ['teamId', 'route', 'id'],
    ['stream', 'id'],
  ],
  // An event holds up to a thousand requests.
  pageSize: 20,
  keys: ({ event }) => event.data.requests.filter(({ reads }) => reads === undefined).map(({ id }) => id),
  evolve(document, { event, metadata, stream, revision }, key) {
    const index = event.data.requests.findIndex(({ id }) => id === key);
    const request = event.data.requests[index];
    if (document !== undefined || request === undefined || metadata.teamId === null) return document;
    const { id, at, apiKeyId, method, endpoint, status, durationMs } = request;
    const detail = reveal(event.data.details)?.[index];
    const route = routeOf(endpoint);
    const errorName = status < 400 ? undefined : detail?.responseBody?.['name'];
    const shareId = route === sharedRoute ? detail?.responseBody?.['share_id'] : undefined;
    return {
      id,
      teamId: metadata.teamId,
      at,
      apiKeyId,
      method,
      endpoint,
      route,
      status,
      statusClass: Math.floor(status / 100),
      ...(typeof errorName === 'string' && namedError.test(errorName) ? { errorName } : {}),
      durationMs,
      userAgent: detail?.userAgent ?? null,
      ...(typeof shareId === 'string' ? { shareId } : {}),
      stream,
      revision,
    };
  },
};

/** A path with `{id}` for each id in it, and for each parameter that is named: `/emails/{id}`. */
export function routeOf(path: string): string {
  return path
    .split('/')
    .map((part) => (/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|:\w+|\{\w*\})$/i.test(part) ? '{id}' : part))
    .join('/');
}
