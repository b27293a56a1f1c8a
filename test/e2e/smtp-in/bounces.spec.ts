import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOfReturnPath } from '../../../src/application/bounce/return-path.js';
import { type RunningServer, startServer } from '../../support/server.js';
import { type SmtpClient, smtpClient } from '../../support/smtp-client.js';
import { eventually, waitFor } from '../../support/wait-for.js';

const postfix = readFileSync(join(import.meta.dirname, '../../fixtures/dsn/pf-failed.eml'));
const address = 'nouser1@remote.test';

describe('what comes to a return path', () => {
  let server: RunningServer;
  let client: SmtpClient;

  beforeAll(async () => {
    server = await startServer({ env: { INBOUND_PORT: '0', PREVERIFIED_DOMAINS: 'example.com' } });
    const port = Number(/^ {2}Inbound .*: (\d+)$/m.exec(server.output())?.[1]);
    client = await smtpClient(port);
    await client.reply();
    await client.ask('EHLO mx.remote.test');
  });
  afterAll(async () => {
    client.end();
    await server.stop();
  });

  const ask = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  const sent = async (...to: readonly string[]): Promise<string> => {
    const mail = { from: 'Shop <shop@example.com>', to, subject: 'Your order', text: 'Thank you' };
    const { id } = await ask('POST', '/emails', mail);
    await eventually(async () => (await lastEvent(String(id))) === 'delivered');
    return String(id);
  };
  const lastEvent = async (id: string): Promise<unknown> => (await ask('GET', `/emails/${id}`))['last_event'];
  const send = async (id: string, message: Buffer, from = '<>'): Promise<readonly string[]> => {
    const replies = [await client.ask(`MAIL FROM:${from}`)];
    replies.push(
      await client.ask(
        `RCPT TO:<${addressOfReturnPath({ emailId: id, recipient: null }, 'send.example.com').toUpperCase()}>`,
      ),
    );
    if (!(replies[1] ?? '').startsWith('250')) return [...replies, await client.ask('RSET')];
    await client.ask('DATA');
    client.write(message);
    return [...replies, await client.ask('.')];
  };

  it('is a bounce of an email that was delivered, and suppresses its address, before it is acknowledged', async () => {
    const id = await sent(address);
    const replies = await send(id, postfix);
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['250', '250', '250']);
    await eventually(async () => (await lastEvent(id)) === 'bounced');
    const suppressed = async () => (await ask('GET', '/suppressions')) as { data: { email: string }[] };
    const listed = await waitFor(suppressed, ({ data }) => data.length > 0);
    expect(listed.data.map(({ email }) => email)).toEqual([address]);
    await send(id, postfix);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('posthorn_inbound_reports_total{outcome="recorded"} 1');
    expect(metrics).toContain('posthorn_inbound_reports_total{outcome="noted"} 1');
  });

  it('may have lone LFs and lines of any length', async () => {
    const id = await sent('ed@one.test');
    const text = ['From: MAILER-DAEMON@one.test', 'Subject: failure notice', '', `<p>${'x'.repeat(5_000)}</p>`, ''];
    const message = [...text, '<ed@one.test>: 550 5.1.1 User unknown', ''].join('\n');
    expect((await send(id, Buffer.from(`${message}\r\n`))).at(-1)).toMatch(/^250/);
    await eventually(async () => (await lastEvent(id)) === 'bounced');
  });

  it('changes nothing for an address that the email was not sent to', async () => {
    const id = await sent('ada@one.test', 'bo@one.test');
    expect((await send(id, postfix)).at(-1)).toMatch(/^250/);
    expect(await lastEvent(id)).toBe('delivered');
  });

  it('is a complaint of a receiver, at the address of all of them', async () => {
    const id = await sent('di@one.test');
    const returnPath = addressOfReturnPath({ emailId: id, recipient: null }, 'send.example.com');
    await client.ask('MAIL FROM:<feedback@one.test>');
    expect(await client.ask('RCPT TO:<complaints@send.example.com>')).toMatch(/^250/);
    await client.ask('DATA');
    client.write(
      [
        ...['Content-Type: multipart/report; report-type=feedback-report; boundary=f', '', '--f'],
        ...['Content-Type: message/feedback-report', '', 'Feedback-Type: abuse', 'User-Agent: F/1', 'Version: 1'],
        ...[`Original-Mail-From: <${returnPath}>`, '', '--f--', ''],
      ].join('\r\n'),
    );
    expect(await client.ask('.')).toMatch(/^250/);
    await eventually(async () => (await lastEvent(id)) === 'complained');
    const suppressed = async () =>
      (await ask('GET', '/suppressions?origin=complaint')) as { data: { email: string }[] };
    const { data } = await waitFor(suppressed, (listed) => listed.data.length > 0);
    expect(data.map(({ email }) => email)).toEqual(['di@one.test']);
  });

  it('is refused where there is no such email, and where a person wrote it', async () => {
    expect((await send('01900000-0000-7000-8000-000000000000', postfix))[1]).toMatch(/^550 5\.1\.1 /);
    const id = await sent('cy@one.test');
    expect((await send(id, postfix, '<cy@one.test>')).at(-1)).toMatch(/^550 5\.7\.1 /);
    await client.ask('MAIL FROM:<>');
    expect(await client.ask('RCPT TO:<someone@elsewhere.test>')).toMatch(/^550 5\.7\.1 .* relays nothing/);
    await client.ask('RSET');
  });
});
