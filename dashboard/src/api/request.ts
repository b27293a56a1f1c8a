import { type LogFilter, withQuery } from './query';
import type {
  ApiKey,
  Attachment,
  CapturedMessage,
  Domain,
  DomainChanges,
  DomainClaim,
  DomainDmarc,
  DomainFindings,
  DomainRow,
  Email,
  EmailHistory,
  EmailPreview,
  EmailRow,
  List,
  Log,
  LogRow,
  Page,
  Queue,
  Region,
  ServerStatus,
  SharedLink,
  Suppression,
  SuppressionScope,
  TimelineEntry,
  Usage,
} from './documents';

const pageSize = '20';

/**
 * `refused`: the key itself, ask for another. `unreachable`: there was no answer. `busy`: ask again after `retryAfterMs`.
 * `answered`: the server refused the request.
 */
export type ProblemKind = 'refused' | 'unreachable' | 'busy' | 'answered';

export class ApiProblem extends Error {
  constructor(
    readonly kind: ProblemKind,
    readonly status: number | null,
    message: string,
    /** What the server asked to wait for; 0 where it asked for nothing. */
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}

/** Speaks with the REST API of this page's own origin with one key. Every function rejects with `ApiProblem` only. */
export function apiWith(key: string) {
  const part = encodeURIComponent;
  return {
    emails: (after: string | null, lastEvent: string | null, signal?: AbortSignal) =>
      get<Page<EmailRow>>(
        key,
        withQuery('/dashboard-api/emails', { limit: pageSize, last_event: lastEvent, after }),
        signal,
      ),
    email: (id: string, signal?: AbortSignal) => get<Email>(key, `/dashboard-api/emails/${part(id)}`, signal),
    preview: (id: string, signal?: AbortSignal) =>
      get<EmailPreview>(key, `/dashboard-api/emails/${part(id)}/preview`, signal),
    timeline: (id: string, signal?: AbortSignal) =>
      get<List<TimelineEntry>>(key, `/dashboard-api/emails/${part(id)}/timeline`, signal),
    history: (id: string, at: string | null, signal?: AbortSignal) =>
      get<EmailHistory>(key, withQuery(`/dashboard-api/emails/${part(id)}/history`, { at }), signal),
    captured: (id: string, signal?: AbortSignal) =>
      get<List<CapturedMessage>>(key, `/dashboard-api/emails/${part(id)}/captured`, signal),
    /** All of one message, for a file. */
    capturedMessage: (id: string, number: number) => file(key, `/dashboard-api/emails/${part(id)}/captured/${number}`),
    logs: ({ status, method, apiKey }: LogFilter, after: string | null, signal?: AbortSignal) =>
      get<Page<LogRow>>(
        key,
        withQuery('/dashboard-api/logs', { limit: pageSize, status, method, api_key_id: apiKey, after }),
        signal,
      ),
    log: (id: string, signal?: AbortSignal) => get<Log>(key, `/dashboard-api/logs/${part(id)}`, signal),
    attachments: (id: string, signal?: AbortSignal) =>
      get<Page<Attachment>>(key, `/emails/${part(id)}/attachments?limit=100`, signal),
    reschedule: (id: string, scheduledAt: string) =>
      send(key, 'PATCH', `/emails/${part(id)}`, { scheduled_at: scheduledAt }),
    cancel: (id: string) => send(key, 'POST', `/emails/${part(id)}/cancel`, {}),
    /** `expiresIn` as in `2 hours`, at most 48 hours. */
    share: (id: string, expiresIn: string) =>
      send<SharedLink>(key, 'POST', `/emails/${part(id)}/share`, { expires_in: expiresIn }),
    revokeShare: (id: string, shareId: string) => remove(key, `/emails/${part(id)}/share/${part(shareId)}`),
    domains: (after: string | null, signal?: AbortSignal) =>
      get<Page<DomainRow>>(key, withQuery('/dashboard-api/domains', { limit: pageSize, after }), signal),
    domainFindings: (id: string, signal?: AbortSignal) =>
      get<DomainFindings>(key, `/dashboard-api/domains/${part(id)}/findings`, signal),
    domainDmarc: (id: string, signal?: AbortSignal) =>
      get<DomainDmarc>(key, `/dashboard-api/domains/${part(id)}/dmarc`, signal),
    regions: (signal?: AbortSignal) => get<List<Region>>(key, '/dashboard-api/regions', signal),
    addDomain: (name: string, region: string | null) =>
      send<Domain>(key, 'POST', '/domains', region === null ? { name } : { name, region }),
    /** Of a name that another team holds. */
    claimDomain: (name: string, region: string | null) =>
      send<DomainClaim>(key, 'POST', '/domains/claim', region === null ? { name } : { name, region }),
    verifyClaim: (id: string) => send<DomainClaim>(key, 'POST', `/domains/${part(id)}/claim/verify`, {}),
    changeDomain: (id: string, changes: DomainChanges) => send(key, 'PATCH', `/domains/${part(id)}`, changes),
    verifyDomain: (id: string) => send(key, 'POST', `/domains/${part(id)}/verify`, {}),
    deleteDomain: (id: string) => remove(key, `/domains/${part(id)}`),
    suppressions: (origin: string | null, after: string | null, signal?: AbortSignal) =>
      get<Page<Suppression>>(key, withQuery('/dashboard-api/suppressions', { limit: pageSize, origin, after }), signal),
    suppression: (email: string, signal?: AbortSignal) =>
      get<Suppression>(key, `/dashboard-api/suppressions/${part(email)}`, signal),
    addSuppression: (email: string, scope: SuppressionScope) => send(key, 'POST', '/suppressions', { email, scope }),
    removeSuppression: (idOrEmail: string) => remove(key, `/suppressions/${part(idOrEmail)}`),
    status: (signal?: AbortSignal) => get<ServerStatus>(key, '/dashboard-api/status', signal),
    queue: (signal?: AbortSignal) => get<Queue>(key, '/dashboard-api/queue', signal),
    usage: (signal?: AbortSignal) => get<Usage>(key, '/dashboard-api/usage', signal),
    apiKeys: (signal?: AbortSignal) => get<Page<ApiKey>>(key, '/dashboard-api/api-keys?limit=100', signal),
  };
}

export type Api = ReturnType<typeof apiWith>;

function get<Document>(key: string, path: string, signal?: AbortSignal): Promise<Document> {
  return ask<Document>(path, { headers: { authorization: `Bearer ${key}` }, signal: signal ?? null });
}

function send<Document>(key: string, method: 'POST' | 'PATCH', path: string, body: object): Promise<Document> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return ask<Document>(path, { method, headers, body: JSON.stringify(body) });
}

function remove<Document>(key: string, path: string): Promise<Document> {
  return ask<Document>(path, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } });
}

async function file(key: string, path: string): Promise<Blob> {
  const response = await answerOf(path, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw problemOf(response, await response.json().catch(() => null));
  return response.blob();
}

function answerOf(path: string, request: RequestInit): Promise<Response> {
  return fetch(path, { ...request, cache: 'no-store' }).catch(() => {
    throw new ApiProblem('unreachable', null, 'The server does not answer.');
  });
}

async function ask<Document>(path: string, request: RequestInit): Promise<Document> {
  const response = await answerOf(path, request);
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw problemOf(response, body);
  if (typeof body !== 'object' || body === null) {
    throw new ApiProblem('answered', response.status, 'The server answered with something that is not JSON.');
  }
  // The page and the API are of one build and one origin, so the answer's shape is not checked a second time.
  return body as Document;
}

function problemOf({ status, headers }: Response, body: unknown): ApiProblem {
  const message = textMember(body, 'message') ?? `The server answered ${status}.`;
  const name = textMember(body, 'name') ?? '';
  const retryAfterSeconds = Number(headers.get('retry-after') ?? Number.NaN);
  if ((status === 429 || status === 503) && retryAfterSeconds >= 0) {
    return new ApiProblem('busy', status, message, retryAfterSeconds * 1_000);
  }
  const refused = status === 401 || name.endsWith('_api_key') || message.startsWith('API key is invalid');
  return new ApiProblem(refused ? 'refused' : 'answered', status, message);
}

function textMember(body: unknown, name: string): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' ? value : null;
}
