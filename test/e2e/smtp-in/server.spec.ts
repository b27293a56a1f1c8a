import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { delay } from '../../../src/application/shared/delay.js';
import { makeSelfSigned } from '../../../src/infrastructure/smtp-in/self-signed.js';
import * as answers from '../../support/answers.js';
import { freeSmtpPorts, type RunningServer, startServer, temporaryFolder } from '../../support/server.js';
import { type SmtpClient, smtpClient } from '../../support/smtp-client.js';
import { waitFor } from '../../support/wait-for.js';
import { posthornAt } from '../delivery/setup.js';

const message = 'From: onboarding@resend.dev\r\nTo: delivered@resend.dev\r\nSubject: Hello\r\n\r\nHi\r\n';

const quiet = { LOG_LEVEL: 'warn' } as const;

const folder = temporaryFolder();
const clients: SmtpClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.end();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function connect(server: RunningServer, port: 465 | 587 = 465): Promise<SmtpClient> {
  const client = await smtpClient(server.smtpPort(port), { implicitTls: port === 465 });
  clients.push(client);
  return client;
}

async function submit(client: SmtpClient, text = message): Promise<string> {
  await client.begin('onboarding@resend.dev', 'delivered@resend.dev');
  return client.ask(`${text}.`);
}

const shown = (client: SmtpClient): string =>
  // A session under TLS has a socket of this kind.
  (client.socket as TLSSocket).getPeerCertificate().fingerprint256;

describe('submission on a whole server', () => {
  const dataDir = join(folder, 'data');
  const certificate = join(dataDir, 'smtp-self-signed.pem');
  let server: RunningServer;
  beforeAll(async () => {
    const env = { ...quiet, SMTP_2587_PORT: '', DAILY_QUOTA: '2' };
    server = await startServer({ dataDir, env, fresh: true });
  });
  afterAll(() => server.stop());

  it('tells in the log what became of a session, as of a batch', async () => {
    const posthorn = posthornAt(server);
    const client = await connect(server);
    await client.logIn(server.key);
    const accepted = await submit(client);
    const id = /Accepted as (\S+)/.exec(accepted)?.[1] ?? accepted;
    const refused = await submit(client, message.replace('resend.dev', 'example.com'));
    expect(refused).toMatch(/^550 5\.7\.1 /);
    await client.ask('QUIT');
    const { data } = await waitFor(
      async () => answers.logList.parse((await posthorn.call('GET', '/logs')).body),
      ({ data: rows }) => rows.length === 1,
    );
    expect(data[0]).toMatchObject({
      endpoint: '/smtp',
      method: 'POST',
      response_status: 200,
      user_agent: 'ESMTPSA client.example.com',
    });
    const log = answers.log.parse((await posthorn.call('GET', `/logs/${data[0]?.id}`)).body);
    expect(log.response_body).toEqual({ data: [{ id }], errors: [{ index: 1, message: refused }] });
    expect(log.request_body).toMatchObject({ items: [{ subject: 'Hello', to: ['delivered@resend.dev'] }, null] });
    expect(server.output()).not.toContain(server.key);
  });

  it('counts what it refuses where the operator looks', async () => {
    const client = await connect(server, 587);
    await client.reply();
    client.write('NOOP\n');
    await client.closed;
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('posthorn_smtp_refusals_total{reason="bare-line-ending"} 1');
    expect(metrics).not.toContain('127.0.0.1');
  });

  it('counts recipients in the quota', async () => {
    const client = await connect(server);
    await client.logIn(server.key);
    // The first of the day is what the log tells of above.
    expect(await submit(client)).toMatch(/^250/);
    expect(await submit(client)).toMatch(/^452 4\.7\.1 /);
  });

  it('has a certificate from the first start on, for the owner only', () => {
    expect(statSync(certificate).mode & 0o777).toBe(0o600);
  });

  describe('and on another one, that finds a port of the defaults in use', () => {
    let other: RunningServer;
    const files = { SMTP_TLS_CERT: join(folder, 'mx.crt'), SMTP_TLS_KEY: join(folder, 'mx.key') };
    const certificates = [1, 2].map(() =>
      makeSelfSigned(['mx.example.com'], new Date(Date.now() - 60_000), new Date(Date.now() + 86_400_000)),
    );
    const install = (index: number): void => {
      writeFileSync(files.SMTP_TLS_CERT, certificates[index]?.cert ?? '');
      writeFileSync(files.SMTP_TLS_KEY, certificates[index]?.key ?? '');
    };
    beforeAll(async () => {
      install(0);
      const off = Object.fromEntries(Object.keys(freeSmtpPorts).map((name) => [name, 'off']));
      const ports = { ...off, SMTP_465_PORT: '0', SMTP_2587_PORT: '' };
      other = await startServer({ env: { ...quiet, ...ports, ...files, RATE_LIMIT_PER_SECOND: '1' } });
    });
    afterAll(() => other.stop());

    it('says so and goes on; the others may be off', async () => {
      expect(other.output()).toMatch(
        /Warning: Port 2587 \(SMTP_2587_PORT\) is in use by process \d+ \(.+\)\. Stop it or set SMTP_2587_PORT/,
      );
      for (const port of [25, 587, 2465] as const) expect(() => other.smtpPort(port)).toThrow();
      await (await connect(other)).logIn(other.key);
      expect(server.process.exitCode).toBeNull();
    });

    it('reads its certificate again on SIGHUP, and the sessions that are open stay', async () => {
      const [first, second] = certificates.map(({ cert }) => new X509Certificate(cert).fingerprint256);
      const open = await connect(other);
      await open.logIn(other.key);
      expect(shown(open)).toBe(first);
      install(1);
      other.process.kill('SIGHUP');
      await waitFor(
        async () => {
          const client = await connect(other);
          return shown(client);
        },
        (fingerprint) => fingerprint === second,
      );
      expect(await submit(open)).toMatch(/^250/);
    });

    it('shares the rate limit of the team with the REST API, and waits where that refuses', async () => {
      const client = await connect(other);
      await client.logIn(other.key);
      const list = async (): Promise<number> => (await posthornAt(other).call('GET', '/emails')).status;
      const mail = async (): Promise<{ readonly reply: string; readonly tookMs: number }> => {
        const askedAtMs = performance.now();
        const reply = await client.ask('MAIL FROM:<onboarding@resend.dev>');
        const tookMs = performance.now() - askedAtMs;
        await client.ask('RSET');
        return { reply, tookMs };
      };
      /** One of each in a window that nobody has taken from; where the window ended between the two, another try. */
      const second = async <First, Second>(one: () => Promise<First>, other: () => Promise<Second>) => {
        await delay(1_100);
        return [await one(), await other()] as const;
      };
      await waitFor(
        () => second(mail, list),
        ([{ reply }, status]) => reply.startsWith('250') && status === 429,
      );
      await waitFor(
        () => second(list, mail),
        ([status, { reply, tookMs }]) => status === 200 && reply.startsWith('250') && tookMs > 300,
      );
    });
  });

  // The last one: it ends the server that the others share.
  it('ends orderly: an idle session hears of it, and the process exits in time', async () => {
    const client = await connect(server);
    await client.logIn(server.key);
    const stopping = server.stop();
    expect(await client.reply()).toBe('421 4.3.2 The server is shutting down; try again in a moment');
    client.end();
    expect(await stopping).toBe(0);
  });

  it('keeps its certificate at the next start', async () => {
    const before = readFileSync(certificate, 'utf8');
    server = await startServer({ dataDir, env: quiet });
    expect(readFileSync(certificate, 'utf8')).toBe(before);
  });
});

describe('a start is refused', () => {
  const start = (env: Readonly<Record<string, string>>) =>
    startServer({ dataDir: join(folder, 'refused'), env: { ...quiet, ...env } });

  it('where a port that was asked for is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    try {
      // A server that listens on TCP has an address of this kind.
      const { port } = taken.address() as AddressInfo;
      await expect(start({ SMTP_587_PORT: String(port) })).rejects.toThrow(
        new RegExp(
          `Port ${port} \\(SMTP_587_PORT, environment\\) is in use by process ${process.pid} \\(.+\\)\\. Stop it or set SMTP_587_PORT`,
        ),
      );
    } finally {
      taken.close();
    }
  });

  it('where the certificate cannot be used, by its name', async () => {
    const files = { SMTP_TLS_CERT: join(folder, 'none.crt'), SMTP_TLS_KEY: join(folder, 'none.key') };
    await expect(start(files)).rejects.toThrow('none.crt (SMTP_TLS_CERT, environment) does not exist.');
  });
});
