import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createByteBudget } from '../../../src/application/shared/byte-budget.js';
import { smallEmail } from '../../support/http-documents.js';
import { fullKey, type HttpServer, startHttpServer } from '../../support/http-server.js';

const megabyte = 1_000_000;
const key = { authorization: `Bearer ${fullKey}` };

describe('a body that is still on its way', () => {
  let server: HttpServer;
  const budget = createByteBudget(4 * megabyte);

  beforeAll(async () => {
    server = await startHttpServer({
      budget,
      bodyPace: { periodMs: 200, minBytesPerSecond: 1_000 },
      keyless: { maxConnections: 3, lingerMs: 200 },
    });
  });
  afterAll(() => server.close());

  /** Announces a megabyte and sends so much of it. */
  function upload(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    sent: string,
  ): ClientRequest {
    const length = { 'content-type': 'application/json', 'content-length': String(megabyte) };
    const asked = request(`${server.url}${path}`, { method, headers: { ...headers, ...length } });
    asked.on('error', () => undefined);
    asked.write(sent);
    return asked;
  }

  async function answerTo(asked: ClientRequest) {
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) as unknown };
  }

  it.each([
    ['an unknown path', 'POST', '/nope', {}, 404, 'not_found'],
    ['an unknown path, with a key', 'POST', '/nope', key, 404, 'not_found'],
    ['a wrong method', 'PUT', '/emails', key, 405, 'method_not_allowed'],
    ['no key', 'POST', '/emails', {}, 401, 'missing_api_key'],
    ['a wrong key', 'POST', '/emails', { authorization: 'Bearer re_wrong' }, 401, 'validation_error'],
  ])(
    'is not read for %s: the answer comes at once, then the end',
    async (_what, method, path, headers, status, name) => {
      const asked = upload(method, path, headers, '{"from":');
      const [socket] = (await once(asked, 'socket')) as [Socket];
      const closed = once(socket, 'close');
      expect(await answerTo(asked)).toMatchObject({ status, body: { name } });
      asked.destroy();
      await closed;
    },
  );

  it('without a caller ends with its connection, whatever the client still sends', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`POST /nope HTTP/1.1\r\nhost: x\r\ncontent-length: ${megabyte}\r\n\r\n{`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 404 /);
    await once(socket, 'close');
  });

  it.each([20_000, 70_000, 500_000])(
    'without a caller leaves its connection as it is once all of it has come: %i bytes with the head',
    async (length) => {
      for (let times = 0; times < 5; times += 1) {
        const socket = connect(server.port, '127.0.0.1');
        socket.on('error', () => undefined);
        const closed = once(socket, 'close').then(() => 'closed');
        socket.write(`POST /nope HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`);
        socket.write('a'.repeat(length));
        let answers = '';
        const twice = new Promise((resolve) => {
          socket.on('data', (chunk: Buffer) => {
            const isFirst = answers === '';
            answers += chunk.toString();
            if (isFirst) socket.write('GET /nope HTTP/1.1\r\nhost: x\r\n\r\n');
            if (answers.split('HTTP/1.1 404 ').length > 2) resolve('answered twice');
          });
        });
        expect(await Promise.race([twice, closed])).toBe('answered twice');
        socket.destroy();
      }
    },
  );

  it('without a caller is not read beyond a megabyte, and the answer is there', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const length = 200 * megabyte;
    socket.write(`POST /nope HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 404 /);
    let sent = 0;
    const chunk = Buffer.alloc(megabyte);
    const send = (): void => {
      if (socket.destroyed || sent >= length) return;
      socket.write(chunk, () => {
        sent += chunk.length;
        send();
      });
    };
    const closed = new Promise((resolve) => socket.once('close', resolve));
    send();
    await closed;
    // The rest is what the systems between the two hold.
    expect(sent).toBeLessThan(20 * megabyte);
  });

  it('is given up where it stands still, and what was held for it is free again', async () => {
    const asked = upload('POST', '/emails', key, 'x'.repeat(600_000));
    expect(await answerTo(asked)).toMatchObject({ status: 408, body: { name: 'validation_error' } });
    expect(await server.call('POST', '/emails', { body: smallEmail })).toMatchObject({ status: 200 });
    expect(budget.take(4 * megabyte)).toBe(true);
    budget.release(4 * megabyte);
  });

  it('of a client without a key is not more than one of a few: the oldest goes', async () => {
    const [oldest, ...others] = [1, 2, 3, 4].map(() => connect(server.port, '127.0.0.1'));
    for (const socket of [oldest, ...others]) socket?.on('error', () => undefined);
    await once(oldest as Socket, 'close');
    for (const socket of others) socket.destroy();
  });
});

describe('the share of a team', () => {
  it('is half of what all may hold', () => {
    const budget = createByteBudget(100);
    expect(budget.take(50, 'one')).toBe(true);
    expect(budget.take(1, 'one')).toBe(false);
    expect(budget.take(50, 'two')).toBe(true);
    expect(budget.take(1, 'three')).toBe(false);
    budget.release(50, 'one');
    expect(budget.take(50, 'one')).toBe(true);
  });
});
