import { ApiProblem, problemOf } from './problem';
import { noteBuild } from './build';
import { messages } from '../messages';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The session's, from its document; every change carries it beside the cookie. */
let csrfToken: string | null = null;

export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

interface Options {
  readonly body?: object | undefined;
  readonly signal?: AbortSignal;
  /** The page is being left: the request goes out all the same. */
  readonly keepalive?: boolean;
  /** A repeat with the same one changes nothing more. */
  readonly idempotencyKey?: string;
}

/** Has the person confirm who they are; false: they would not. */
type Confirm = () => Promise<boolean>;

let confirmIdentity: Confirm | null = null;

/** The shell's dialog; null: there is none. */
export function setConfirmIdentity(confirm: Confirm | null): void {
  confirmIdentity = confirm;
}

/**
 * Asks this page's own origin, as the person whose session the cookie is. Rejects with `ApiProblem` only. What needs a proof of who asks is
 * sent again once the person has given it, so that nothing that was typed is lost.
 */
export async function ask<Document>(method: Method, path: string, options: Options = {}): Promise<Document> {
  try {
    return await send<Document>(method, path, options);
  } catch (error) {
    const isUnconfirmed = error instanceof ApiProblem && error.kind === 'unconfirmed';
    if (!isUnconfirmed || confirmIdentity === null) throw error;
    if (!(await confirmIdentity())) throw new ApiProblem('unconfirmed', messages.confirm.notDone);
    return send<Document>(method, path, options);
  }
}

async function send<Document>(method: Method, path: string, options: Options): Promise<Document> {
  const { body, signal, keepalive = false, idempotencyKey } = options;
  const response = await fetch(path, {
    method,
    headers: {
      ...headersFor(method, body),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
    keepalive,
    cache: 'no-store',
    credentials: 'same-origin',
  }).catch((error: unknown) => {
    // The page itself cancelled this request: no message is shown.
    if (signal?.aborted === true) throw error;
    throw new ApiProblem('unreachable', messages.problems.unreachable);
  });
  noteBuild(response.headers.get('x-posthorn-page'));
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw problemOf(response.status, response.headers, answer);
  if (typeof answer !== 'object' || answer === null) throw new ApiProblem('failed', messages.problems.notJson);
  // The page and the API are of one build and one origin, so the answer's shape is not checked a second time.
  return answer as Document;
}

function headersFor(method: Method, body: object | undefined): HeadersInit {
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(method === 'GET' || csrfToken === null ? {} : { 'x-posthorn-csrf': csrfToken }),
  };
}
