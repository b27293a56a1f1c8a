import type { z } from 'zod';
import { type ErrorResponse, Resend } from 'resend';
import { errorBody } from '../support/answers.js';
import { undocumentedIn } from '../support/documented-answers.js';
import { type RunningServer, type StartOptions, startServer } from '../support/server.js';
import { type SharedEngines, startSharedEngines, suitesRunOnSharedEngines } from '../support/shared-engines.js';
import { untilListed } from '../support/until-listed.js';
import { type ServerKind, settingsOf, takeTeam, type TeamServer } from '../support/worker-server.js';

export interface ServedSuite<Server extends TeamServer = TeamServer> {
  /** The running server; only from within a test. */
  server(): Server;
  /** The official client, with the team's first key unless another one is given. */
  client(key?: string): Resend;
  /** A request as any HTTP client sends it. A body that is text or a form goes as it is. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** A server of its own for all tests of a file, on engines of its own where the suites run over shared ones. */
export function useServer(options: StartOptions = {}): ServedSuite<RunningServer> {
  return useServed(() => startOwn(options));
}

/** {@link useServer} for a file that needs no more than a team of its own: the server is that of the worker. */
export function useTeam(kind: ServerKind = 'open'): ServedSuite<TeamServer> {
  return useServed(async () =>
    suitesRunOnSharedEngines()
      ? startOwn({ env: settingsOf(kind) })
      : { server: await takeTeam(kind), stop: async () => undefined },
  );
}

interface Served<Server> {
  readonly server: Server;
  stop(): Promise<void>;
}

async function startOwn(options: StartOptions): Promise<Served<RunningServer>> {
  const engines: SharedEngines | undefined = suitesRunOnSharedEngines() ? await startSharedEngines() : undefined;
  const server = await startServer({
    ...options,
    ...(engines === undefined ? {} : { engines: engines.environment() }),
    env: { LOG_LEVEL: 'warn', ...options.env },
  });
  return {
    server,
    async stop() {
      await server.stop();
      await engines?.close();
    },
  };
}

/** Every answer of the server, to the client too, must be as documented. */
function useServed<Server extends TeamServer>(start: () => Promise<Served<Server>>): ServedSuite<Server> {
  let served: Served<Server> | undefined;
  const server = (): Server => {
    if (served === undefined) throw new Error('the server does not run');
    return served.server;
  };
  beforeAll(async () => {
    served = await start();
  });
  const undocumented: string[] = [];
  const unchecked = globalThis.fetch;
  beforeAll(() => {
    const fetchBefore = globalThis.fetch;
    globalThis.fetch = async (...request) => {
      const url = new URL(request[0] instanceof Request ? request[0].url : request[0]);
      const asksTheServer = url.origin === served?.server.url;
      // Lists wait half a second for the caller's own writes, which busy engines may exceed: what they say is tested
      // here. A mail by its id is there at once.
      const mayLag = (request[1]?.method ?? 'GET') === 'GET' && !/^\/emails\/[0-9a-f-]{36}$/.test(url.pathname);
      if (asksTheServer && suitesRunOnSharedEngines() && mayLag) {
        await untilListed(url.origin, fetchBefore);
      }
      const answer = await fetchBefore(...request);
      if (!asksTheServer) return answer;
      const found = await undocumentedIn(
        request[1]?.method ?? 'GET',
        url.pathname.replace(/^\/+/, '/'),
        answer.clone(),
      );
      if (found !== undefined) undocumented.push(found);
      return answer;
    };
  });
  afterEach(() => expect(undocumented.splice(0)).toEqual([]));
  afterAll(async () => {
    globalThis.fetch = unchecked;
    await served?.stop();
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
  const isAsItIs = typeof body === 'string' || body === undefined || body instanceof FormData;
  const sent = isAsItIs ? body : JSON.stringify(body);
  const isJson = sent !== undefined && !(sent instanceof FormData);
  const answer = await fetch(url, {
    method,
    headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
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
