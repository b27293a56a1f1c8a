import { once } from 'node:events';
import { createServer as createTlsServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Resend } from 'resend';
import { expiredCertificate } from '../../support/expired-certificate.js';
import { loopbackCertificate } from '../../support/loopback-certificate.js';
import { addTeam } from '../../support/second-team.js';
import { type RunningServer, startServer } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';
import {
  type Reaction,
  startWebhookReceiver,
  verifiedBy,
  type WebhookReceiver,
} from '../../support/webhook-receiver.js';
import { ask } from '../cli/setup.js';

const mail = { from: 'Shop <onboarding@resend.dev>', to: 'delivered@resend.dev', subject: 'Hello', text: 'Hi' };
/** Far less than an endpoint that stalls is waited for. */
const soonMs = 5_000;

describe('receivers that do everything wrong', () => {
  let server: RunningServer;
  let receiver: WebhookReceiver;
  const secure: Server[] = [];
  beforeAll(async () => {
    server = await startServer({ env: { ALLOW_PRIVATE_FETCH: '1', LOG_LEVEL: 'warn' } });
    receiver = await startWebhookReceiver();
  });
  afterAll(async () => {
    receiver.close();
    for (const each of secure) {
      each.closeAllConnections();
      each.close();
    }
    await server.stop();
  });

  const api = (key = server.key): Resend['webhooks'] => new Resend(key, { baseUrl: server.url }).webhooks;
  async function register(endpoint: string, key?: string): Promise<{ id: string; secret: string }> {
    const { data, error } = await api(key).create({ endpoint, events: ['email.sent'] });
    if (data === null) throw new Error(error.message);
    return { id: data.id, secret: data.signing_secret };
  }
  const send = (key = server.key) => ask(server, key, '/emails', mail);
  const lastMessage = (webhookId: string, isRight: (message: Shown) => boolean): Promise<Shown> =>
    waitFor(async () => {
      const [first] = (await api().events.list({ webhookId })).data?.data ?? [];
      const asked = { webhookId, eventId: first?.id ?? '' };
      const { data } = await api().events.get(asked);
      const attempts = (await api().events.attempts.list(asked)).data?.data ?? [];
      // Members that the client's own types leave open.
      return { ...(data as unknown as Omit<Shown, 'attempts'>), attempts };
    }, isRight);

  const big = Buffer.alloc(1024 * 1024, 'a');
  let bigWritten = 0;
  const answers64Megabytes: Reaction = (response) => {
    const more = (): void => {
      if (bigWritten >= 64 || response.destroyed) return void response.end();
      bigWritten += 1;
      if (response.write(big)) more();
      else response.once('drain', more);
    };
    more();
  };

  it.each<readonly [string, Reaction, number, RegExp]>([
    ['fails', (response) => response.writeHead(500).end('broken'), 500, /^broken$/],
    ['redirects', (response) => response.writeHead(307, { location: '/elsewhere' }).end('go'), 307, /^go$/],
    ['answers 64 MB', answers64Megabytes, 200, /^a{65536}$/],
    [
      'closes in the middle',
      (response) => void response.writeHead(200).write('x', () => response.destroy()),
      0,
      /^connection$/,
    ],
    ['hangs up', (response) => void response.destroy(), 0, /^connection$/],
  ])('one that %s is shown as what it is', async (what, reaction, status, answer) => {
    const path = `/${what.replaceAll(' ', '-')}`;
    receiver.on(path, reaction);
    const { id } = await register(receiver.url(path));
    await send();
    const { attempts } = await lastMessage(id, (message) => message.attempts.length > 0);
    expect(attempts.at(-1)).toMatchObject({ http_status_code: status, response: expect.stringMatching(answer) });
    await api().remove(id);
    expect(receiver.at('/elsewhere')).toEqual([]);
  });

  it('answers of 64 MB are cut off at the sender', () => {
    expect(bigWritten).toBeLessThan(32);
  });

  it.each([
    ['is expired', expiredCertificate],
    ['vouches for itself', loopbackCertificate],
  ])('one whose certificate %s gets nothing', async (_what, { certificate: cert, privateKey: key }) => {
    let asked = 0;
    const bad = createTlsServer({ cert, key }, (_request, response) => {
      asked += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    secure.push(bad);
    await once(bad, 'listening');
    const { id } = await register(`https://127.0.0.1:${(bad.address() as AddressInfo).port}/`);
    await send();
    const { attempts } = await lastMessage(id, (message) => message.attempts.length > 0);
    expect(attempts[0]).toMatchObject({ http_status_code: 0, response: 'tls' });
    expect(asked).toBe(0);
    await api().remove(id);
  });

  it('Retry-After is obeyed, up to twelve hours', async () => {
    for (const [path, seconds, least, most] of [
      ['/busy', 3_600, 3_590, 3_610],
      ['/very-busy', 999_999_999, 12 * 3_600 - 10, 12 * 3_600 + 10],
    ] as const) {
      receiver.on(path, (response) => response.writeHead(503, { 'retry-after': String(seconds) }).end());
      const { id } = await register(receiver.url(path));
      await send();
      const { next_attempt_at } = await lastMessage(id, (message) => message.attempts.length > 0);
      const inSeconds = (Date.parse(next_attempt_at ?? '') - Date.now()) / 1_000;
      expect(inSeconds).toBeGreaterThan(least - 60);
      expect(inSeconds).toBeLessThan(most);
      await api().remove(id);
    }
  });

  it('a message is given up where the endpoint says so; 410 disables the endpoint', async () => {
    receiver.on('/enough', (response) => response.writeHead(500, { 'webhook-delivery': 'abort-message' }).end());
    receiver.on('/gone', (response) => response.writeHead(410).end());
    const [enough, gone] = [await register(receiver.url('/enough')), await register(receiver.url('/gone'))];
    await send();
    for (const { id } of [enough, gone]) {
      expect(await lastMessage(id, ({ attempts }) => attempts.length > 0)).toMatchObject({
        status: 'failed',
        next_attempt_at: null,
      });
    }
    await waitFor(
      async () => (await api().get(gone.id)).data?.status,
      (status) => status === 'disabled',
    );
    expect((await api().get(enough.id)).data?.status).toBe('enabled');
  });

  it('one that is slow or dead delays no other, of its own team or of another, at the same host', async () => {
    receiver.on('/stalls', () => undefined);
    receiver.on('/dead', (response) => void response.destroy());
    const stranger = await addTeam(server, 'Strangers');
    for (let count = 0; count < 6; count += 1) await register(receiver.url('/stalls'));
    await register(receiver.url('/dead'));
    const [well, theirs] = [await register(receiver.url('/well')), await register(receiver.url('/theirs'), stranger)];
    await Promise.all(Array.from({ length: 40 }, () => send()));
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 20 }, () => send(stranger)));
    const [own, other] = await Promise.all([receiver.until('/well', 40), receiver.until('/theirs', 20)]);
    expect(performance.now() - startedAt).toBeLessThan(soonMs);
    for (const message of own) verifiedBy(well.secret, message);
    for (const message of other) verifiedBy(theirs.secret, message);
    // Eight of each endpoint's messages are open at once, and no more.
    expect(receiver.at('/stalls')).toHaveLength(48);
  });
});

interface Shown {
  readonly status: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly { readonly http_status_code: number; readonly response: string }[];
}
