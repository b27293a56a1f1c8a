import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { MockAnswers } from '../support/mock-answers.js';

/** As the real server's: the frame of a mail is a document of its own. */
/** What the server sends with the page: `infrastructure/http/edge/static-page.ts`. */
const appPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "manifest-src 'self'",
].join('; ');

export interface MockApp extends MockAnswers {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * The built app from dist/dashboard, served as the real server does, and an API that gives the answers that it is
 * given.
 */
export async function startMockApp(answers: Readonly<Record<string, object>>): Promise<MockApp> {
  const mock = Object.assign(new MockAnswers(), {
    origin: '',
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
  mock.reset(answers);
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => void answer(mock, request, body, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // An AddressInfo, because the server listens on a TCP port.
  mock.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return mock;
}

async function answer(mock: MockApp, request: IncomingMessage, body: string, response: ServerResponse): Promise<void> {
  const { url = '/', method = 'GET' } = request;
  const { pathname } = new URL(url, mock.origin);
  if (pathname === '/dashboard' || pathname.startsWith('/dashboard/')) return sendFile(pathname, response);
  const csrf = request.headers['x-posthorn-csrf'];
  const {
    status,
    headers = {},
    body: sent,
  } = mock.answer(method, url, typeof csrf === 'string' ? csrf : undefined, body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(sent));
}

async function sendFile(pathname: string, response: ServerResponse): Promise<void> {
  const isFile =
    pathname.startsWith('/dashboard/assets/') ||
    /^\/dashboard\/(scheme\.js|icon\.svg|manifest\.webmanifest)$/.test(pathname);
  const path = isFile ? pathname.slice('/dashboard'.length) : '/index.html';
  const content = await readFile(join('dist/dashboard', path)).catch(() => null);
  if (content === null) {
    response.writeHead(404).end();
    return;
  }
  const type = contentTypes[extname(path)] ?? 'application/octet-stream';
  // As the real server has it: a name with a digest stays as it is.
  const caching = pathname.startsWith('/dashboard/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  response
    .writeHead(200, { 'cache-control': caching, 'content-security-policy': appPolicy, 'content-type': type })
    .end(content);
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};
