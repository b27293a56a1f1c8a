import type { CapturedMessage, Email, EmailPage, List, TimelineEntry } from './documents';

export const pageSize = 20;

/** `refused`: the key itself, ask for another. `unreachable`: nobody answered. `answered`: the server said no. */
export type ProblemKind = 'refused' | 'unreachable' | 'answered';

export class ApiProblem extends Error {
  constructor(
    readonly kind: ProblemKind,
    readonly status: number | null,
    message: string,
  ) {
    super(message);
  }
}

/** Reads the REST API of this page's own origin with one key. Every function rejects with `ApiProblem` only. */
export function apiWith(key: string) {
  const mail = (id: string): string => encodeURIComponent(id);
  return {
    emails: (after: string | null, signal?: AbortSignal) =>
      get<EmailPage>(key, `/emails?limit=${pageSize}${after === null ? '' : `&after=${mail(after)}`}`, signal),
    email: (id: string, signal?: AbortSignal) => get<Email>(key, `/emails/${mail(id)}`, signal),
    timeline: (id: string, signal?: AbortSignal) =>
      get<List<TimelineEntry>>(key, `/dashboard-api/emails/${mail(id)}/timeline`, signal),
    captured: (id: string, signal?: AbortSignal) =>
      get<List<CapturedMessage>>(key, `/dashboard-api/emails/${mail(id)}/captured`, signal),
  };
}

export type Api = ReturnType<typeof apiWith>;

async function get<Document>(key: string, path: string, signal?: AbortSignal): Promise<Document> {
  const response = await fetch(path, {
    headers: { authorization: `Bearer ${key}` },
    cache: 'no-store',
    signal: signal ?? null,
  }).catch(() => {
    throw new ApiProblem('unreachable', null, 'The server does not answer.');
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw problemOf(response.status, body);
  if (typeof body !== 'object' || body === null) {
    throw new ApiProblem('answered', response.status, 'The server answered with something that is not JSON.');
  }
  // The page and the API are of one build and one origin, so the answer's shape is not checked a second time.
  return body as Document;
}

function problemOf(status: number, body: unknown): ApiProblem {
  const message = textMember(body, 'message') ?? `The server answered ${status}.`;
  const name = textMember(body, 'name') ?? '';
  const refused = status === 401 || name.endsWith('_api_key') || message.startsWith('API key is invalid');
  return new ApiProblem(refused ? 'refused' : 'answered', status, message);
}

function textMember(body: unknown, name: string): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' ? value : null;
}
