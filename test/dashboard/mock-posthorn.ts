import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** The header that the real server sends with the page. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** JSON answers by path (with query; `/dashboard-api` may be left out); a test may change them while the page is open. */
export interface Answers {
  [path: string]: object;
}

export interface OtherAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

export interface MockPosthorn {
  /** What was sent with writes, in their order. */
  readonly sent: readonly string[];
  readonly origin: string;
  readonly answers: Answers;
  /** Answers of writes, and of anything else that is no 200: by `METHOD path`. They come before `answers`. */
  readonly others: Record<string, OtherAnswer>;
  /** Every request so far, as `METHOD path?query`. */
  readonly requests: readonly string[];
  key: string;
  policy: string | null;
  close(): Promise<void>;
}

/** The built page from dist/dashboard, and an API that knows one key and the answers that it is given. */
export async function startMockPosthorn(key: string): Promise<MockPosthorn> {
  const requests: string[] = [];
  const sent: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      if (request.method !== 'GET') sent.push(body);
      void answer(mock, request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mock: MockPosthorn = {
    // An AddressInfo, because the server listens on a TCP port.
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: {},
    others: {},
    sent,
    requests,
    key,
    policy: pagePolicy,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return mock;
}

async function answer(mock: MockPosthorn, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '/';
  if (path === '/' || path.startsWith('/assets/')) return sendFile(mock, path === '/' ? '/index.html' : path, response);
  if (request.headers.authorization !== `Bearer ${mock.key}`) {
    return sendJson(response, 401, { statusCode: 401, name: 'validation_error', message: 'API key is invalid' });
  }
  const other = mock.others[`${request.method} ${path.replace(/^\/dashboard-api/, '')}`];
  if (other !== undefined) return sendJson(response, other.status, other.body, other.headers);
  const found = mock.answers[path] ?? mock.answers[path.replace(/^\/dashboard-api/, '')];
  if (found === undefined) {
    return sendJson(response, 404, { statusCode: 404, name: 'not_found', message: 'Email not found' });
  }
  sendJson(response, 200, found);
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function sendFile(mock: MockPosthorn, path: string, response: ServerResponse): Promise<void> {
  const content = await readFile(join('dist/dashboard', path)).catch(() => null);
  if (content === null) {
    response.writeHead(404).end();
    return;
  }
  if (mock.policy !== null) response.setHeader('content-security-policy', mock.policy);
  response.writeHead(200, { 'content-type': contentTypes[extname(path)] ?? 'application/octet-stream' }).end(content);
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
