import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import type { WebhookRequest } from '../../../src/application/ports/webhook-sender.js';
import { createHostLookup } from '../../../src/infrastructure/addresses/host-lookup.js';
import { isPublicAddress } from '../../../src/infrastructure/addresses/public-address.js';
import type { Guard } from '../../../src/infrastructure/outbound-http/outbound-http.js';
import { systemClock } from '../../../src/infrastructure/system/clock.js';
import { newWebhookSecret } from '../../../src/infrastructure/webhook-sender/sign.js';
import {
  UndiciWebhookSender,
  type WebhookSenderSettings,
} from '../../../src/infrastructure/webhook-sender/webhook-sender.js';
import { closedPort } from '../../support/closed-port.js';
import { expiredCertificate } from '../../support/expired-certificate.js';
import { loopbackCertificate } from '../../support/loopback-certificate.js';
import { type NameServer, startNameServer } from '../../support/name-server.js';
import { listenWith, silence } from '../../support/refusing-servers.js';
import { waitFor } from '../../support/wait-for.js';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const ours = '127.0.0.1';
const likePublic = (address: string): boolean => address === ours || isPublicAddress(address);
const secret = newWebhookSecret();
const never = new AbortController().signal;

let handler: Handler;
let received: { readonly headers: IncomingMessage['headers']; readonly body: string; readonly socket: Socket }[];
let port: number;
let names: NameServer;
let server: Server;
const senders: UndiciWebhookSender[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, body, socket: request.socket });
      handler(request, response, body);
    });
  });
  // On every address of this machine, so that a check and not a missing listener is what holds a request back.
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  names = await startNameServer({ 'app.test': { A: [ours] }, 'inside.test': { A: ['10.0.0.1'] } });
});
beforeEach(() => {
  received = [];
  handler = (_request, response) => response.end('ok');
});
afterEach(() => Promise.all(senders.splice(0).map((sender) => sender.close())));
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await names.close();
});

function open(settings: Partial<WebhookSenderSettings & Pick<Guard, 'isAllowed'>> = {}): UndiciWebhookSender {
  const { isAllowed = likePublic, ...others } = settings;
  const sender = new UndiciWebhookSender({
    clock: systemClock,
    timeoutMs: 5_000,
    guard: { resolve: createHostLookup({ servers: [names.address], timeoutMs: 5_000, tries: 1 }), isAllowed },
    ...others,
  });
  senders.push(sender);
  return sender;
}

const at = (path: string, host = ours, toPort = port): string => `http://${host}:${toPort}${path}`;
const request = (overrides: Partial<WebhookRequest> = {}): WebhookRequest => ({
  url: at('/hook'),
  headers: [],
  messageId: 'msg_1',
  body: '{"type":"email.sent"}',
  secrets: [secret],
  ...overrides,
});

describe('posting a webhook', () => {
  it('sends the signed body, with the headers of the endpoint beside its own', async () => {
    const headers = [
      ['X-Env', 'production'],
      ['Svix-Id', 'forged'],
      ['Content-Length', '3'],
    ] as const;
    const answer = await open().send(request({ headers }), never);
    expect(answer).toMatchObject({ kind: 'answered', status: 200, body: 'ok', wantsNoMore: false });
    expect(answer.durationMs).toBeGreaterThan(0);
    const [got] = received;
    expect(got?.headers).toMatchObject({
      'x-env': 'production',
      'svix-id': 'msg_1',
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Posthorn',
    });
    const verified = { ...got?.headers } as Record<string, string>;
    expect(new Webhook(secret).verify(got?.body ?? '', verified)).toEqual({ type: 'email.sent' });
  });

  it('keeps the connection', async () => {
    const sender = open();
    for (let sent = 0; sent < 10; sent += 1) await sender.send(request(), never);
    // One may be still at its end when the next message comes.
    expect(new Set(received.map(({ socket }) => socket)).size).toBeLessThanOrEqual(2);
  });

  it('looks names up', async () => {
    expect(await open().send(request({ url: at('/', 'app.test') }), never)).toMatchObject({ status: 200 });
    expect(received[0]?.headers.host).toBe(`app.test:${port}`);
  });

  it('says what the endpoint asks for', async () => {
    handler = (_request, response) => response.writeHead(503, { 'retry-after': '120' }).end('later');
    expect(await open().send(request(), never)).toMatchObject({ status: 503, body: 'later', retryAfterMs: 120_000 });
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    handler = (_request, response) => response.writeHead(429, { 'retry-after': inAMinute }).end();
    const dated = await open().send(request(), never);
    expect(dated.kind === 'answered' && dated.retryAfterMs).toBeGreaterThan(50_000);
    handler = (_request, response) => response.writeHead(500, { 'Webhook-Delivery': 'abort-message' }).end();
    expect(await open().send(request(), never)).toMatchObject({ status: 500, wantsNoMore: true });
  });
});

describe('the headers of an answer', () => {
  const headersOf = async (): Promise<readonly (readonly [string, string])[]> => {
    const answer = await open().send(request(), never);
    if (answer.kind !== 'answered') throw new Error(answer.failure);
    return answer.headers;
  };

  it('are kept as they came, without the values of cookies', async () => {
    handler = (_request, response) => {
      response.writeHead(200, [
        ['X-Trace', 'a1'],
        ['Link', 'one'],
        ['Link', 'two'],
        ['Set-Cookie', 'session=secret'],
      ]);
      response.end('ok');
    };
    const expected = [
      ['x-trace', 'a1'],
      ['link', 'one'],
      ['link', 'two'],
      ['set-cookie', '[redacted]'],
    ];
    expect(await headersOf()).toEqual(expect.arrayContaining(expected));
  });

  it('are kept up to 8 KiB', async () => {
    handler = (_request, response) => {
      for (let number = 10; number < 40; number += 1) response.setHeader(`x-${number}`, 'a'.repeat(400));
      response.end('ok');
    };
    const kept = await headersOf();
    const bytes = kept.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    expect(bytes).toBeLessThanOrEqual(8 * 1024);
    expect(bytes).toBeGreaterThan(7 * 1024);
  });
});

describe('a receiver that', () => {
  it('redirects is not followed', async () => {
    handler = (_request, response) => response.writeHead(302, { location: at('/other') }).end();
    expect(await open().send(request(), never)).toMatchObject({ kind: 'answered', status: 302 });
    expect(received).toHaveLength(1);
  });

  it.each(['before it answers', 'in its answer'])('stalls %s is given up in time', async (when) => {
    handler = (_request, response) => {
      if (when === 'in its answer') response.writeHead(200).write('o');
    };
    const answer = await open({ timeoutMs: 300 }).send(request(), never);
    expect(answer).toMatchObject({ kind: 'unanswered', failure: 'timeout' });
    expect(answer.durationMs).toBeLessThan(3_000);
  });

  it('never greets over TLS is given up in time', async () => {
    const silent = await listenWith(silence);
    const url = `https://${ours}:${silent.port}/`;
    const answer = await open({ timeoutMs: 300 }).send(request({ url }), never);
    expect(answer).toMatchObject({ kind: 'unanswered', failure: 'timeout' });
    await silent.close();
  });

  it('answers 64 MB is read to 64 KiB, and no further', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'a');
    let written = 0;
    handler = (_request, response) => {
      const more = (): void => {
        while (written < 64 && !response.destroyed) {
          written += 1;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    };
    const answer = await open().send(request(), never);
    expect(answer.kind === 'answered' && [answer.status, answer.body.length]).toEqual([200, 64 * 1024]);
    expect(written).toBeLessThan(64);
  });

  const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n';
  it.each([
    ['hints that never end', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(500), 'broken-answer'],
    ['a head that never ends', 'HTTP/1.1 200 OK\r\n', `x-more: ${'a'.repeat(20_000)}\r\n`, 'broken-answer'],
    ['a chunk whose extension never ends', `${head}1;a=`, 'a'.repeat(20_000), 'broken-answer'],
    ['trailers that never end', `${head}0\r\n`, `x-more: ${'a'.repeat(2_000)}\r\n`, 'broken-answer'],
    ['a body that never ends', `${head}`, `4e20\r\n${'a'.repeat(20_000)}\r\n`, undefined],
  ] as const)('sends %s is cut off at once', async (_what, first, again, failure) => {
    let sentBytes = 0;
    const endless = await listenWith((socket) => {
      let wanted = true;
      socket.once('close', () => (wanted = false));
      socket.once('data', () => {
        socket.write(first);
        const more = (): void => {
          while (wanted && socket.write(again)) sentBytes += again.length;
          if (wanted) socket.once('drain', () => setImmediate(more));
        };
        more();
      });
    });
    const answer = await open().send(request({ url: `http://${ours}:${endless.port}/` }), never);
    await endless.close();
    expect(answer).toMatchObject(failure === undefined ? { kind: 'answered' } : { kind: 'unanswered', failure });
    expect(answer.durationMs).toBeLessThan(2_000);
    // What the machine's own buffers hold comes on top.
    expect(sentBytes).toBeLessThan(16 * 1024 * 1024);
  });

  it('squeezes its answer is read as it came: 100 MB of it in 100 kB are not unpacked', async () => {
    const squeezed = gzipSync(Buffer.alloc(100 * 1024 * 1024));
    handler = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(squeezed);
    const answer = await open().send(request(), never);
    expect(answer).toMatchObject({ kind: 'answered' });
    expect(answer.kind === 'answered' && answer.body.length).toBeLessThanOrEqual(64 * 1024);
  });

  it('closes in the middle has not answered', async () => {
    handler = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
    };
    expect(await open().send(request(), never)).toMatchObject({ kind: 'unanswered', failure: 'connection' });
    handler = (_request, response) => response.destroy();
    expect(await open().send(request(), never)).toMatchObject({ kind: 'unanswered', failure: 'connection' });
  });

  it('quotes an address is kept without it', async () => {
    handler = (_request, response) => response.end('nobody knows ada.lovelace@example.com here');
    expect(await open().send(request(), never)).toMatchObject({ body: 'nobody knows [address]@example.com here' });
    handler = (_request, response) => response.end('a@b '.repeat(16 * 1024));
    const answer = await open().send(request(), never);
    expect(answer.kind === 'answered' && answer.body.length).toBe(64 * 1024);
  });

  it('stalls many at once holds up no other endpoint of its host', async () => {
    const stalled: ServerResponse[] = [];
    handler = ({ url }, response) => void (url === '/stalls' ? stalled.push(response) : response.end('ok'));
    const sender = open();
    const stop = new AbortController();
    const waiting = Array.from({ length: 100 }, () => sender.send(request({ url: at('/stalls') }), stop.signal));
    const ended = Promise.allSettled(waiting);
    expect(await sender.send(request({ url: at('/well') }), never)).toMatchObject({ status: 200 });
    await waitFor(
      () => stalled.length,
      (length) => length === 100,
    );
    stop.abort();
    await ended;
  });

  it('answers nonsense has not answered', async () => {
    const strange = await listenWith((socket) => void socket.once('data', () => socket.end('220 hello\r\n\r\n')));
    const answer = await open().send(request({ url: at('/', ours, strange.port) }), never);
    expect(answer).toMatchObject({ kind: 'unanswered', failure: 'broken-answer' });
    await strange.close();
  });

  it('is not there has not answered', async () => {
    const answer = await open().send(request({ url: at('/', ours, await closedPort()) }), never);
    expect(answer).toMatchObject({ kind: 'unanswered', failure: 'connection' });
  });

  it('closes an idle connection is asked on another', async () => {
    handler = (_request, response) => response.end('ok', () => response.socket?.destroy());
    const sender = open();
    for (let sent = 0; sent < 3; sent += 1) {
      expect(await sender.send(request(), never)).toMatchObject({ status: 200 });
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
});

describe('TLS', () => {
  it('is spoken with whom a certificate vouches for', async () => {
    const { certificate: cert, privateKey: key } = loopbackCertificate;
    const secure = createTlsServer({ cert, key }, (_request, response) => response.end('secure'));
    secure.listen(0, ours);
    await once(secure, 'listening');
    const url = `https://${ours}:${(secure.address() as AddressInfo).port}/`;
    expect(await open({ ca: [cert] }).send(request({ url }), never)).toMatchObject({ status: 200, body: 'secure' });
    expect(await open().send(request({ url }), never)).toMatchObject({ kind: 'unanswered', failure: 'tls' });
    secure.closeAllConnections();
    secure.close();
  });

  it('is not spoken with an expired certificate, nor with whom does not know it', async () => {
    const expired = await listenWith(silence, expiredCertificate);
    const ca = [expiredCertificate.certificate];
    const url = `https://${ours}:${expired.port}/`;
    expect(await open({ ca }).send(request({ url }), never)).toMatchObject({ failure: 'tls' });
    await expired.close();
    const plain = `https://${ours}:${port}/`;
    expect(await open().send(request({ url: plain }), never)).toMatchObject({ failure: 'tls' });
  });
});

describe('an address inside', () => {
  it.each([
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
    'http://2130706433:1/',
    'http://169.254.169.254/',
    'http://localhost:1/',
    'http://inside.test/',
    'http://[::ffff:10.0.0.1]/',
  ])('is refused: %s', async (url) => {
    const answer = await open({ isAllowed: isPublicAddress }).send(request({ url }), never);
    expect(answer).toMatchObject({ kind: 'unanswered', failure: 'address' });
  });

  it('is told from a name that does not exist neither by the answer nor by its time', async () => {
    const sender = open({ isAllowed: isPublicAddress });
    const answers = [];
    for (const host of ['inside.test', 'nowhere.test', 'localhost'])
      answers.push(await sender.send(request({ url: at('/', host) }), never));
    expect(answers.map((answer) => ({ ...answer, durationMs: answer.durationMs >= 490 }))).toEqual(
      answers.map(() => ({ kind: 'unanswered', failure: 'address', durationMs: true })),
    );
  });

  it('is refused where a name leads to it the second time', async () => {
    names.publish('moving.test', { A: [ours] });
    const sender = open();
    const url = at('/', 'moving.test');
    handler = (_request, response) => response.writeHead(200, { connection: 'close' }).end();
    expect(await sender.send(request({ url }), never)).toMatchObject({ status: 200 });
    names.publish('moving.test', { A: ['127.0.0.2'] });
    expect(await sender.send(request({ url }), never)).toMatchObject({ failure: 'address' });
    names.publish('moving.test', { A: [ours, '10.0.0.1'] });
    expect(await sender.send(request({ url }), never)).toMatchObject({ failure: 'address' });
    expect(received).toHaveLength(1);
  });

  it('is refused at the connection too', async () => {
    let asked = 0;
    // The look-up is told yes, and the connection no.
    const isAllowed = (): boolean => {
      asked += 1;
      return asked === 1;
    };
    const sender = open({ isAllowed });
    expect(await sender.send(request({ url: at('/', 'app.test') }), never)).toMatchObject({ failure: 'address' });
    expect(received).toEqual([]);
  });

  it('is refused at the connection where the port is not allowed there', async () => {
    const isAllowed = (address: string, toPort?: number): boolean => likePublic(address) && toPort !== port;
    const sender = open({ isAllowed });
    expect(await sender.send(request({ url: at('/', 'app.test') }), never)).toMatchObject({ failure: 'address' });
    expect(received).toEqual([]);
  });

  it.each(['ftp://app.test/', 'app.test', ''])('so is what is no URL of the web: %s', async (url) => {
    expect(await open().send(request({ url }), never)).toMatchObject({ failure: 'bad-url' });
  });
});

describe('a sender that is stopped', () => {
  it('does not wait for an answer', async () => {
    handler = () => undefined;
    const stop = new AbortController();
    const sent = open().send(request(), stop.signal);
    setTimeout(() => stop.abort(), 50);
    await expect(sent).rejects.toThrow();
  });
});
