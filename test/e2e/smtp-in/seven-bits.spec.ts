import { isAscii } from 'node:buffer';
import { Readable } from 'node:stream';
import PostalMime from 'postal-mime';
import { posthornAt } from '../delivery/setup.js';
import { envelope, header, idIn, megabyte, pieces, received, type Running, start, withoutOurs } from './setup.js';

/** RFC 6152 §3. */
describe('8-bit content for a receiver without 8BITMIME', () => {
  let running: Running;
  beforeAll(async () => {
    running = await start({ extensions: ['PIPELINING', 'SIZE 200000000', 'SMTPUTF8'] });
  }, 120_000);
  afterAll(() => running.close(), 60_000);

  const allSignatures = async (raw: Buffer) =>
    (await posthornAt(running.server).verify(raw)).map(({ result }) => result);

  it('arrives encoded, under signatures that hold', async () => {
    const raw = [
      ...header,
      'Content-Type: multipart/mixed; boundary=b',
      'Content-Transfer-Encoding: 8bit',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      'Grüße,',
      '.',
      `${'ein langer Satz über Öl '.repeat(20)}`,
      '--b',
      'Content-Type: application/octet-stream; name=odd.bin',
      'Content-Transfer-Encoding: 8bit',
      '',
      'äöü',
      '--b--',
      '',
    ].join('\r\n');
    const id = idIn(await running.submit({ envelope, raw }));
    const message = await received(running, id);
    await posthornAt(running.server).until(id, 'delivered');

    expect(isAscii(message.raw)).toBe(true);
    expect(message.session.commands.find((line) => line.startsWith('MAIL'))).not.toContain('BODY=');
    expect(new Set(await allSignatures(message.raw))).toEqual(new Set(['pass']));
    const seen = await PostalMime.parse(message.raw);
    const sent = await PostalMime.parse(raw);
    expect(seen.text?.trimEnd()).toBe(sent.text?.trimEnd());
    expect(Buffer.from(seen.attachments[0]?.content as ArrayBuffer).toString()).toBe('äöü');
    expect(withoutOurs(message.raw).toString()).toContain(`${header.join('\r\n')}\r\n`);
    // What people look at stays what was sent.
    expect((await posthornAt(running.server).email(id)).text).toContain('Grüße');
  }, 120_000);

  it('bounces with 5.6.3 where its sender has signed it', async () => {
    const raw = [
      ...header,
      'Content-Type: multipart/signed; boundary=s',
      '',
      '--s',
      'Content-Transfer-Encoding: 8bit',
      '',
      'Grüße',
      '--s',
      'Content-Type: application/pgp-signature',
      '',
      'signature',
      '--s--',
      '',
    ].join('\r\n');
    const posthorn = posthornAt(running.server);
    const id = idIn(await running.submit({ envelope, raw }));
    await posthorn.until(id, 'bounced');
    expect(JSON.stringify(await posthorn.timeline(id))).toContain('5.6.3');
  }, 120_000);

  it('goes out as a whole where it has 40 MB', async () => {
    const line = `${'Grüße und viel 7-bit Text, damit die Zeile lang genug ist, '.repeat(3)}\r\n`;
    const head = [
      ...header,
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      // Not the mail's own text, which is in each answer about it.
      'Content-Disposition: attachment; filename=large.txt',
      'Content-Type: text/plain; charset=utf-8',
      '',
      '',
    ].join('\r\n');
    const end = '--b--\r\n';
    const count = Math.floor((40 * megabyte - head.length - end.length) / Buffer.byteLength(line));
    const whole = Buffer.from(head + line.repeat(count) + end);
    const id = idIn(await running.submit({ envelope, raw: Readable.from(pieces(whole)) }));
    const message = await received(running, id);
    await posthornAt(running.server).until(id, 'delivered');

    expect(isAscii(message.raw)).toBe(true);
    expect(await allSignatures(message.raw)).toContain('pass');
    expect(decoded(message.raw).equals(Buffer.from(line.repeat(count) + end))).toBe(true);
  }, 600_000);
});

/** From the content of the first part on, which is quoted-printable. */
function decoded(raw: Buffer): Buffer {
  const encoded = raw.subarray(raw.indexOf('\r\n\r\n', raw.indexOf('\r\n\r\n') + 4) + 4).toString('latin1');
  const octets = encoded
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(octets, 'latin1');
}
