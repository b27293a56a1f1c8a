import type { z } from 'zod';
import { type ErrorResponse, Resend } from 'resend';
import { errorBody } from '../../src/infrastructure/http/openapi/schemas.js';
import { undocumentedIn } from '../support/documented-answers.js';
import { type RunningServer, type StartOptions, startServer } from '../support/server.js';
import { type SharedEngines, startSharedEngines, suitesRunOnSharedEngines } from '../support/shared-engines.js';
import { untilListed } from '../support/until-listed.js';

export interface ServedSuite {
  /** The running server; only from within a test. */
  server(): RunningServer;
  /** The official client, with the bootstrap key unless another one is given. */
  client(key?: string): Resend;
  /** A request as any HTTP client sends it. A body that is text goes as it is. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/**
 * One server for all tests of a file, on engines of its own where the suites run over shared ones. Every answer that it
 * gives, to the client too, must be as documented.
 */
export function useServer(options: StartOptions = {}): ServedSuite {
  let running: RunningServer | undefined;
  let engines: SharedEngines | undefined;
  const server = (): RunningServer => {
    if (running === undefined) throw new Error('the server does not run');
    return running;
  };
  beforeAll(async () => {
    if (suitesRunOnSharedEngines()) engines = await startSharedEngines();
    running = await startServer({
      ...options,
      ...(engines === undefined ? {} : { engines: engines.environment() }),
      env: { LOG_LEVEL: 'warn', ...options.env },
    });
  });
  const undocumented: string[] = [];
  const unchecked = globalThis.fetch;
  beforeAll(() => {
    const fetchBefore = globalThis.fetch;
    globalThis.fetch = async (...request) => {
      const url = new URL(request[0] instanceof Request ? request[0].url : request[0]);
      const asksTheServer = url.origin === running?.url;
      // Lists wait half a second for the caller's own writes, which busy engines may exceed: what they say is tested here.
      // A mail by its id is there at once.
      const mayLag = (request[1]?.method ?? 'GET') === 'GET' && !/^\/emails\/[0-9a-f-]{36}$/.test(url.pathname);
      if (asksTheServer && engines !== undefined && mayLag) {
        await untilListed(url.origin, fetchBefore);
      }
      const answer = await fetchBefore(...request);
      if (!asksTheServer) return answer;
      const found = await undocumentedIn(request[1]?.method ?? 'GET', url.pathname, answer.clone());
      if (found !== undefined) undocumented.push(found);
      return answer;
    };
  });
  afterEach(() => expect(undocumented.splice(0)).toEqual([]));
  afterAll(async () => {
    globalThis.fetch = unchecked;
    await running?.stop();
    await engines?.close();
  });
  return {
    server,
    client: (key = server().key) => new Resend(key, { baseUrl: server().url }),
    call: (method, path, { body, headers = {}, key = server().key } = {}) =>
      request(`${server().url}${path}`, method, body, { authorization: `Bearer ${key}`, ...headers }),
  };
}

async function request(
  url: string,
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  const answer = await fetch(url, {
    method,
    headers: { ...(sent === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

/** The data of a client's result, checked against the documented answer where one is given. */
export function dataOf<Data>(
  result: { readonly data: Data | null; readonly error: ErrorResponse | null },
  schema?: z.ZodType,
): Data {
  if (result.error !== null) throw new Error(`${result.error.name}: ${result.error.message}`);
  if (result.data === null) throw new Error('neither data nor an error');
  schema?.parse(result.data);
  return result.data;
}

/** The error of a client's result: exactly the three documented members. */
export function errorOf(result: { readonly data: unknown; readonly error: ErrorResponse | null }): ErrorResponse {
  expect(result.data).toBeNull();
  errorBody.parse(result.error);
  if (result.error === null) throw new Error('no error');
  return result.error;
}

/** The smallest mail, to a simulator. */
export const small = {
  from: 'Shop <onboarding@resend.dev>',
  to: 'delivered@resend.dev',
  subject: 'Hello',
  text: 'Hi',
} as const;
