import { Readable } from 'node:stream';
import * as answers from '../../support/answers.js';
import { posthornAt } from '../delivery/setup.js';
import { envelope, header, idIn, megabyte, pieces, received, type Running, start, withoutOurs } from './setup.js';

describe('a message that is submitted', () => {
  let running: Running;
  beforeAll(async () => {
    running = await start({ extensions: ['PIPELINING', 'SIZE 50000000', '8BITMIME', 'SMTPUTF8', 'DSN'] });
  }, 120_000);
  afterAll(() => running.close(), 60_000);

  it('reaches the receiver as it came, signed', async () => {
    const raw = [
      ...header,
      'Message-ID: <made-by-me@example.com>',
      'X-Odd:   spaces  stay \t',
      '\tfolded',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      'Grüße,',
      '.',
      '..two dots',
      'trailing blanks  \t ',
      '',
      '',
    ].join('\r\n');
    const reply = await running.submit({ envelope, raw: `Bcc: hidden@example.org\r\nPosthorn-Tag: a=b\r\n${raw}` });
    const message = await received(running, idIn(reply));
    expect(withoutOurs(message.raw).toString()).toBe(raw);
    const posthorn = posthornAt(running.server);
    expect(await posthorn.verify(message.raw)).toEqual(
      expect.arrayContaining([{ domain: 'example.com', result: 'pass' }]),
    );
    expect((await posthorn.verify(message.raw)).every(({ result }) => result === 'pass')).toBe(true);
    const email = await posthorn.until(idIn(reply), 'delivered');
    expect(email).toMatchObject({
      message_id: '<made-by-me@example.com>',
      subject: 'As it came',
      tags: [{ name: 'a', value: 'b' }],
      text: 'Grüße,\r\n.\r\n..two dots\r\ntrailing blanks  \t \r\n\r\n',
    });
  }, 120_000);
});

describe('a message of 40 MB', () => {
  let running: Running;
  beforeAll(async () => {
    running = await start({ extensions: ['PIPELINING', 'SIZE 50000000', '8BITMIME'] });
  }, 120_000);
  afterAll(() => running.close(), 60_000);

  it('goes in and out, and is read', async () => {
    const head = [
      ...header,
      'Message-ID: <large@example.com>',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'See the file.',
      '--b',
    ];
    const file = [
      'Content-Type: application/octet-stream; name=large.bin',
      'Content-Transfer-Encoding: base64',
      '',
      '',
    ];
    const start = [...head, ...file].join('\r\n');
    const end = '\r\n--b--\r\n';
    const line = `${Buffer.alloc(57, 'content').toString('base64')}\r\n`;
    const count = Math.floor((40 * megabyte - start.length - end.length) / line.length);
    const whole = Buffer.from(`${start}${line.repeat(count)}${end}`);
    expect(whole.length).toBeGreaterThan(40 * megabyte - 100);
    const id = idIn(await running.submit({ envelope, raw: Readable.from(pieces(whole)) }));
    const message = await received(running, id);
    const posthorn = posthornAt(running.server);
    await posthorn.until(id, 'delivered');
    const list = answers.attachmentList.parse((await posthorn.call('GET', `/emails/${id}/attachments`)).body);
    const downloaded = Buffer.from(await (await fetch(list.data[0]!.download_url)).arrayBuffer());

    expect(withoutOurs(message.raw).equals(whole)).toBe(true);
    expect((await posthorn.verify(message.raw)).map(({ result }) => result)).toContain('pass');
    expect((await posthorn.email(id)).text).toBe('See the file.');
    expect(downloaded.equals(Buffer.alloc(57 * count, 'content'.repeat(57).slice(0, 57)))).toBe(true);
  }, 600_000);
});
