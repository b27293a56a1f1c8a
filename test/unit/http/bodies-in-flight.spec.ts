import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createByteBudget } from '../../../src/application/shared/byte-budget.js';
import { emailId, smallEmail } from '../../support/http-documents.js';
import { fullKey, type HttpServer, startHttpServer } from '../../support/http-server.js';
import { waitFor } from '../../support/wait-for.js';

const megabyte = 1_000_000;

describe('bodies in flight', () => {
  let server: HttpServer;
  // A team may hold half of it.
  const budget = createByteBudget(8 * megabyte);
  const free = (): number => {
    let bytes = 0;
    while (budget.take(100_000)) bytes += 100_000;
    budget.release(bytes);
    return bytes;
  };

  beforeAll(async () => {
    server = await startHttpServer({ budget, maxBodyBytes: 3 * megabyte });
  });
  afterAll(() => server.close());

  /** A mail of this size; all but its last byte is sent. */
  async function upload(bytes: number, announced = true) {
    const frame = JSON.stringify({ ...smallEmail, html: '' });
    const body = JSON.stringify({ ...smallEmail, html: 'x'.repeat(bytes - frame.length) });
    const sent: ClientRequest = request(`${server.url}/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${fullKey}`,
        'content-type': 'application/json',
        ...(announced ? { 'content-length': body.length } : {}),
      },
    });
    const answered = once(sent, 'response').then(([response]) => response as IncomingMessage);
    sent.write(body.slice(0, -1));
    return { sent, answered, finish: () => void sent.end(body.slice(-1)) };
  }

  async function read(response: IncomingMessage) {
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    return {
      status: response.statusCode,
      headers: response.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()) as unknown,
    };
  }

  it.each([true, false])(
    'beyond the limit: 503 with retry-after, and the others are taken (announced: %s)',
    async (announced) => {
      const slow = [await upload(1.5 * megabyte, announced), await upload(1.5 * megabyte, announced)];
      await waitFor(
        async () => free(),
        (bytes) => bytes < 5.1 * megabyte,
      );
      const late = await upload(1.5 * megabyte, announced);
      const refused = await read(await late.answered);
      expect(refused).toMatchObject({
        status: 503,
        headers: { 'retry-after': '5' },
        body: { name: 'application_error' },
      });
      late.finish();
      expect(await server.call('POST', '/emails', { body: smallEmail })).toMatchObject({ status: 200 });
      for (const { finish, answered } of slow) {
        finish();
        expect(await read(await answered)).toMatchObject({ status: 200, body: { id: emailId } });
      }
      await waitFor(
        async () => free(),
        (bytes) => bytes === 8 * megabyte,
      );
    },
  );

  it('a client that breaks off gives back what it held', async () => {
    const slow = await upload(2 * megabyte);
    slow.answered.catch(() => undefined);
    await waitFor(
      async () => free(),
      (bytes) => bytes < 6.1 * megabyte,
    );
    slow.sent.on('error', () => undefined).destroy();
    await waitFor(
      async () => free(),
      (bytes) => bytes === 8 * megabyte,
    );
  });
});
