import { messages } from '../messages';
import { noteBuild } from './build';
import { noteAnswer, noteSilence } from './connection';
import type { Answer, Given, JsonOperation, Operation } from './operations';
import { ApiProblem, problemOf } from './problem';

/* The only file that sends requests: lint forbids it everywhere else. */

/** The session's, from its document; every change carries it beside the cookie. */
let csrfToken: string | null = null;

export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

interface Options {
  readonly signal?: AbortSignal;
  /** The page is being left: the request goes out all the same. */
  readonly keepalive?: boolean;
  /** A repeat with the same one changes nothing more. */
  readonly idempotencyKey?: string;
}

/** What a request is made of, once its operation has checked it. */
interface Request extends Options {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
  /** With a file, in place of a body. */
  readonly form?: FormData;
}

/** Has the person confirm who they are; false: they would not. */
type Confirm = () => Promise<boolean>;

let confirmIdentity: Confirm | null = null;

/** The shell's dialog; null: there is none. */
export function setConfirmIdentity(confirm: Confirm | null): void {
  confirmIdentity = confirm;
}

/**
 * Asks this page's own origin, as the person whose session the cookie is. Rejects with `ApiProblem` only. What needs a
 * proof of who asks is sent again once the person has given it, so that nothing that was typed is lost.
 */
export function call<Name extends JsonOperation>(name: Name, ...given: Given<Name, Options>): Promise<Answer<Name>>;
export async function call(name: Operation, request: Request = {}): Promise<unknown> {
  try {
    return await send(name, request);
  } catch (error) {
    const isUnconfirmed = error instanceof ApiProblem && error.kind === 'unconfirmed';
    if (!isUnconfirmed || confirmIdentity === null) throw error;
    if (!(await confirmIdentity())) throw new ApiProblem('unconfirmed', messages.confirm.notDone);
    return send(name, request);
  }
}

/** Where an operation is answered: for links, frames and downloads, which the browser asks for itself. */
export function addressOf<Name extends Operation>(name: Name, ...given: Given<Name>): string;
export function addressOf(name: Operation, request: Request = {}): string {
  return addressIn(name, request);
}

function addressIn(name: Operation, { path = {}, query = {} }: Request): string {
  const [, template = ''] = name.split(' ');
  const address = template.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(String(path[parameter])));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (asked.length === 0) return address;
  return `${address}?${new URLSearchParams(asked.map(([parameter, value]) => [parameter, String(value)])).toString()}`;
}

/** The bytes of an answer that is no JSON. Rejects with `ApiProblem` only. */
export function bytesOf<Name extends Exclude<Operation, JsonOperation>>(
  name: Name,
  ...given: Given<Name, Options>
): Promise<ArrayBuffer>;
export async function bytesOf(name: Operation, request: Request = {}): Promise<ArrayBuffer> {
  const response = await respond(name, request);
  if (!response.ok) throw await problemIn(response);
  return response.arrayBuffer();
}

/** Follows what the server announces for as long as it is open. */
export function eventsOf(name: 'GET /dashboard-api/live'): EventSource {
  return new EventSource(addressOf(name));
}

async function send(name: Operation, request: Request): Promise<object> {
  const response = await respond(name, request);
  noteBuild(response.headers.get('x-posthorn-page'));
  if (!response.ok) throw await problemIn(response);
  const answer: unknown = await response.json().catch(() => null);
  // The page and the API are of one build and one origin, so the answer's shape is not checked a second time.
  if (typeof answer !== 'object' || answer === null) throw new ApiProblem('failed', messages.problems.notJson);
  return answer;
}

function respond(name: Operation, request: Request): Promise<Response> {
  const { body, form, signal, keepalive = false, idempotencyKey } = request;
  const [method = 'GET'] = name.split(' ');
  return fetch(addressIn(name, request), {
    method,
    headers: {
      ...headersFor(method, body),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    // The browser names the type of a form, with its boundary.
    body: form ?? (body === undefined ? null : JSON.stringify(body)),
    signal: signal ?? null,
    keepalive,
    cache: 'no-store',
    credentials: 'same-origin',
  }).then(
    (response) => {
      noteAnswer();
      return response;
    },
    (error: unknown) => {
      // The page itself canceled this request: no message is shown.
      if (signal?.aborted === true) throw error;
      noteSilence();
      throw new ApiProblem('unreachable', messages.problems.unreachable);
    },
  );
}

async function problemIn(response: Response): Promise<ApiProblem> {
  return problemOf(response.status, response.headers, await response.json().catch(() => null));
}

function headersFor(method: string, body: object | undefined): HeadersInit {
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(method === 'GET' || csrfToken === null ? {} : { 'x-posthorn-csrf': csrfToken }),
  };
}
