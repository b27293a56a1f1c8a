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

  /** A mail of this size; all but its last byte is sent, or as much as `sentBytes` says. */
  async function upload(bytes: number, announced = true, sentBytes = bytes - 1) {
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
    sent.write(body.slice(0, sentBytes));
    return { sent, answered, finish: () => void sent.end(body.slice(sentBytes)) };
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

  it('of two that do not fit together the first is read whole, and the second once that is answered', async () => {
    const first = await upload(2.5 * megabyte, true, megabyte);
    await waitFor(
      async () => free(),
      (bytes) => bytes < 8 * megabyte,
    );
    const second = await upload(2.5 * megabyte);
    second.finish();
    expect(await read(await second.answered)).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    first.finish();
    expect(await read(await first.answered)).toMatchObject({ status: 200 });
    const again = await upload(2.5 * megabyte);
    again.finish();
    expect(await read(await again.answered)).toMatchObject({ status: 200 });
  });

  it('one that is refused in its middle gives back at once what it held', async () => {
    const first = await upload(1.5 * megabyte);
    await waitFor(
      async () => free(),
      (bytes) => bytes < 6.6 * megabyte,
    );
    const endless = await upload(2.9 * megabyte, false);
    const refused = await read(await endless.answered);
    expect(refused.status).toBe(503);
    expect(free()).toBeGreaterThan(6.4 * megabyte);
    endless.finish();
    first.finish();
    expect(await read(await first.answered)).toMatchObject({ status: 200 });
  });

  it('what never fits is refused with the setting that makes it fit', async () => {
    const late = await upload(3.5 * megabyte);
    const { status, body } = await read(await late.answered);
    late.finish();
    expect(status).toBe(413);
    expect(body).toMatchObject({
      message: expect.stringMatching(/memory of this server.* 3000000 bytes .*MEMORY_MEGABYTES/),
    });
    const larger = await upload(42 * megabyte, true, 10);
    expect(await read(await larger.answered)).toMatchObject({
      status: 413,
      body: { message: 'The request body is too large. It holds at most 3000000 bytes.' },
    });
    larger.sent.on('error', () => undefined).destroy();
  });

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
