import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from './wait-for.js';

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookReceiver {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** What a path answers from now on; 200 where nothing is said. */
  readonly statusOf: Map<string, number>;
  at(path: string): readonly ReceivedWebhook[];
  /** Waits until so many came. */
  until(path: string, count: number): Promise<readonly ReceivedWebhook[]>;
}

/** An HTTP server on the loopback for all tests of a file; only from within a test. */
export function useWebhookReceiver(): () => WebhookReceiver {
  const received: ReceivedWebhook[] = [];
  const statusOf = new Map<string, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.statusCode = statusOf.get(path) ?? 200;
      response.end('received');
    });
  });
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = (path: string): readonly ReceivedWebhook[] => received.filter((each) => each.path === path);
  return () => ({
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statusOf,
    at,
    until: (path, count) =>
      waitFor(
        async () => at(path),
        (found) => found.length >= count,
      ),
  });
}
