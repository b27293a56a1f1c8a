import { Readable } from 'node:stream';
import { envelope, header, idIn, largeMs, megabyte, pieces, type Running, start } from '../e2e/smtp-in/setup.js';
import { posthornAt } from '../e2e/delivery/setup.js';
import { memoryOf } from '../support/memory-of.js';
import { type RunningServer, startServer } from '../support/server.js';

const maxBodyBytes = 40 * megabyte;

describe('a message of 40 MB over SMTP takes less than 100 MB of memory', () => {
  /** So many small mails that the server's memory no longer grows with their number. */
  const warmUpMails = 300;
  let running: Running | undefined;
  afterEach(() => running?.close());

  async function grown(extensions: readonly string[], contentType: string, line: string): Promise<number> {
    running = await start({ extensions });
    const { server, sink, submit } = running;
    const head = [...header, 'Content-Type: multipart/mixed; boundary=b', '', '--b', contentType, '', ''].join('\r\n');
    const end = '--b--\r\n';
    for (let mails = 0; mails < warmUpMails; mails += 1) await submit({ envelope, raw: head + line + end });
    await sink.until(() => sink.messages.length === warmUpMails);
    const before = memoryOf(server);
    const count = Math.floor((maxBodyBytes - head.length - end.length) / Buffer.byteLength(line));
    const whole = Buffer.from(head + line.repeat(count) + end);
    const id = idIn(await submit({ envelope, raw: Readable.from(pieces(whole)) }));
    await sink.until(() => sink.messages.length > warmUpMails, { limitMs: largeMs });
    await posthornAt(server).until(id, 'delivered');
    return memoryOf(server).peakMb - before.nowMb;
  }

  it('as it came', async () => {
    const line = `${Buffer.alloc(57, 'content').toString('base64')}\r\n`;
    const type = 'Content-Type: application/octet-stream; name=large.bin\r\nContent-Transfer-Encoding: base64';
    expect(await grown(['PIPELINING', 'SIZE 50000000', '8BITMIME'], type, line)).toBeLessThan(100);
  });

  it('encoded for a receiver without 8BITMIME', async () => {
    const line = `${'Grüße und viel 7-bit Text, damit die Zeile lang genug ist, '.repeat(3)}\r\n`;
    const type = 'Content-Disposition: attachment; filename=large.txt\r\nContent-Type: text/plain; charset=utf-8';
    expect(await grown(['PIPELINING', 'SIZE 200000000', 'SMTPUTF8'], type, line)).toBeLessThan(100);
  });
});

describe('a request of 40 MB takes less than 250 MB of memory', () => {
  const mail = { from: 'onboarding@resend.dev', to: 'delivered@resend.dev', subject: 'Large', text: 'Hi' };
  let server: RunningServer;
  beforeEach(async () => {
    // What delivery needs for a mail comes later.
    server = await startServer({ env: { POSTHORN_ROLES: 'api,projections', LOG_LEVEL: 'warn' } });
  });
  afterEach(async () => void (await server.stop()));

  const attached = (content: unknown) => JSON.stringify({ ...mail, attachments: [{ filename: 'a.bin', content }] });
  const room = maxBodyBytes - attached('').length;
  const htmlUnit = '<p class="a">Grüße & more</p>\n';
  const htmlUnits = Math.floor(room / (Buffer.byteLength(JSON.stringify(htmlUnit)) - 2));

  it.each<[string, () => string]>([
    ['base64', () => attached(Buffer.alloc(Math.floor(room / 4) * 3, 'content').toString('base64'))],
    ['byte values', () => attached(Array.from({ length: Math.floor(room / 4) }, () => 200))],
    ['html', () => JSON.stringify({ ...mail, html: htmlUnit.repeat(htmlUnits) })],
  ])('%s', async (_what, bodyOf) => {
    const post = async (body: string): Promise<number> => {
      const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
      const answer = await fetch(`${server.url}/emails`, { method: 'POST', headers, body });
      await answer.text();
      return answer.status;
    };
    const body = bodyOf();
    await post(JSON.stringify(mail));
    const before = memoryOf(server);
    expect(await post(body)).toBe(200);
    expect(memoryOf(server).peakMb - before.nowMb).toBeLessThan(250);
  });
});
