import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTransport } from 'nodemailer';
import { type RunningServer, startServer } from '../../support/server.js';
import { posthornAt } from '../delivery/setup.js';
import { transportTo } from './setup.js';

const run = promisify(execFile);

/** By the ports that mail programs know. */
const places = [
  [25, 'starttls'],
  [587, 'starttls'],
  [2587, 'starttls'],
  [465, 'implicit'],
  [2465, 'implicit'],
] as const;

/** What the command says; empty where there is no such program. */
function saidBy(program: string, ...args: readonly string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'warn' } });
});
afterAll(() => server.stop());

/** The id in `250 2.6.0 Accepted as <id>`. */
const idIn = (reply: string): string => /Accepted as (\S+)/.exec(reply)?.[1] ?? reply;

describe('nodemailer', () => {
  it.each(places)('sends on %s by %s, and the mail is delivered', async (port, mode) => {
    const transport = createTransport({
      host: '127.0.0.1',
      port: server.smtpPort(port),
      secure: mode === 'implicit',
      requireTLS: mode === 'starttls',
      tls: { rejectUnauthorized: false },
      auth: { user: 'posthorn', pass: server.key },
    });
    try {
      const sent = await transport.sendMail({
        from: 'Posthorn <onboarding@resend.dev>',
        to: 'delivered@resend.dev',
        bcc: 'delivered+hidden@resend.dev',
        subject: `By ${port}`,
        text: 'Hi\n.\n..dots\n',
      });
      const posthorn = posthornAt(server);
      const email = await posthorn.until(idIn(sent.response), 'delivered');
      expect(email).toMatchObject({
        subject: `By ${port}`,
        to: ['delivered@resend.dev'],
        bcc: ['delivered+hidden@resend.dev'],
        message_id: sent.messageId,
      });
    } finally {
      transport.close();
    }
  });

  it('keeps a connection for many messages', async () => {
    const transport = transportTo(server, { user: 'resend', maxConnections: 2 });
    try {
      const mails = Array.from({ length: 20 }, (_, index) =>
        transport.sendMail({ from: 'a@resend.dev', to: 'delivered@resend.dev', subject: `Mail ${index}`, text: 'Hi' }),
      );
      const ids = (await Promise.all(mails)).map(({ response }) => idIn(response));
      expect(new Set(ids).size).toBe(20);
    } finally {
      transport.close();
    }
  });

  it('is told why a message is refused', async () => {
    const transport = transportTo(server);
    try {
      const sending = transport.sendMail({ from: 'a@example.com', to: 'b@example.net', subject: 'Hello', text: 'Hi' });
      await expect(sending).rejects.toMatchObject({
        responseCode: 550,
        response: expect.stringMatching(/^550 5\.7\.1 .*example\.com/),
      });
    } finally {
      transport.close();
    }
  });
});

(saidBy('python3', '--version') === '' ? describe.skip : describe)('smtplib of Python', () => {
  it.each(places)('sends on %s by %s, and the mail is delivered', async (port, mode) => {
    const script = join(import.meta.dirname, 'submit.py');
    const place = ['127.0.0.1', String(server.smtpPort(port)), mode, 'posthorn', server.key];
    const { stdout } = await run('python3', [script, ...place]);
    const email = await posthornAt(server).until(idIn(stdout), 'delivered');
    expect(email.subject).toBe('Grüße from Python');
    expect(email.text?.replaceAll('\r\n', '\n')).toBe('Hi\n.\n..dots\n');
  });
});

// Without the Perl module for it swaks has no TLS, and no way to log in here.
(saidBy('swaks', '--support').includes('TLS supported') ? describe : describe.skip)('swaks', () => {
  it.each(places)('sends on %s by %s, and the mail is delivered', async (port, mode) => {
    const { stdout } = await run('swaks', [
      ...['--server', `127.0.0.1:${server.smtpPort(port)}`, mode === 'implicit' ? '--tls-on-connect' : '--tls'],
      ...['--auth', 'PLAIN', '--auth-user', 'posthorn', '--auth-password', server.key],
      ...['--from', 'onboarding@resend.dev', '--to', 'delivered@resend.dev', '--helo', 'client.example.com'],
    ]);
    await posthornAt(server).until(idIn(stdout), 'delivered');
  });
});
