import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { waitFor } from './wait-for.js';

export interface ReceivedWebhook {
  /** `webhook-id`: the same for each repeat. */
  readonly id: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Reaction = (response: ServerResponse, received: ReceivedWebhook, request: IncomingMessage) => void;

/** A customer's application on the loopback, over http. */
export interface WebhookReceiver {
  url(path: string): string;
  /** What it does with each request to the path; otherwise it answers 200. */
  on(path: string, reaction: Reaction): void;
  at(path: string): readonly ReceivedWebhook[];
  until(path: string, count: number): Promise<readonly ReceivedWebhook[]>;
  close(): void;
}

export async function startWebhookReceiver(usual: Reaction = (answer) => answer.end('ok')): Promise<WebhookReceiver> {
  const received = new Map<string, ReceivedWebhook[]>();
  const reactions = new Map<string, Reaction>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const { headers } = request;
      const message = { id: String(headers['webhook-id']), path, headers, body: Buffer.concat(chunks).toString() };
      received.set(path, [...(received.get(path) ?? []), message]);
      const react = reactions.get(path) ?? usual;
      react(response, message, request);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const at = (path: string): readonly ReceivedWebhook[] => received.get(path) ?? [];
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    on: (path, reaction) => void reactions.set(path, reaction),
    at,
    until: (path, count) =>
      waitFor(
        () => at(path),
        (found) => found.length >= count,
      ),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What the reference library makes of it; throws where a signature does not fit. */
export function verifiedBy(secret: string, { body, headers }: Pick<ReceivedWebhook, 'body' | 'headers'>): unknown {
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return new Webhook(secret).verify(body, given);
}

/**
 * A receiver for all tests of a file; only from within a test. `statusOf`: what a path answers from now on, 200 where
 * nothing is said.
 */
export function useWebhookReceiver(): () => WebhookReceiver & { readonly statusOf: Map<string, number> } {
  const statusOf = new Map<string, number>();
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver((response, { path }) => {
      response.statusCode = statusOf.get(path) ?? 200;
      response.end('received');
    });
  });
  afterAll(() => receiver.close());
  return () => ({ ...receiver, statusOf });
}
