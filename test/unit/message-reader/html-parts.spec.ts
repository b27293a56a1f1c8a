import { describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { messageConverter } from '../../../src/infrastructure/message-reader/message-reader.js';
import { inChunks, lines } from '../../support/submitting.js';
import fc from '../../support/properties.js';

/** The message with `b` for `a` in its html, read in chunks of this size. */
async function rewritten(message: string | Buffer, chunkBytes = 1_000_000): Promise<string> {
  const bytes = Buffer.from(message);
  const rewrite = await messageConverter.withHtml(inChunks(bytes, chunkBytes), (html) => html.replaceAll('a', 'b'));
  const read: Buffer[] = [];
  for await (const chunk of rewrite(inChunks(bytes, chunkBytes))) read.push(chunk);
  return Buffer.concat(read).toString('latin1');
}

const part = (...text: readonly string[]): string => lines('--b', ...text);
const multipart = (...parts: readonly string[]): string =>
  `${lines('Subject: a', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', '')}${parts.join('')}--b--\r\n`;
const html = 'Content-Type: text/html; charset=utf-8';

describe('the html of a message', () => {
  it.each([
    ['8bit', lines(html, 'Content-Transfer-Encoding: 8bit', '', '<p>a ä</p>'), '<p>b \xc3\xa4</p>'],
    [
      'quoted-printable',
      lines(html, 'Content-Transfer-Encoding: quoted-printable', '', '<p>a =C3=A4</p>'),
      '<p>b =C3=A4</p>',
    ],
    [
      'base64',
      lines(html, 'Content-Transfer-Encoding: base64', '', Buffer.from('<p>a</p>').toString('base64')),
      Buffer.from('<p>b</p>').toString('base64'),
    ],
    ['a charset of octets', lines('Content-Type: text/html; charset=windows-1252', '', '<p>a</p>'), '<p>b</p>'],
    ['no words about its encoding', lines('Content-Type: text/html', '', '<p>a</p>'), '<p>b</p>'],
  ])('in %s is rewritten, and stays so encoded', async (_name, message, expected) => {
    const [header = '', body = ''] = message.split('\r\n\r\n');
    expect(body).not.toBe('');
    expect(await rewritten(message)).toBe(`${header}\r\n\r\n${expected}\r\n`);
  });

  it('is all that changes', async () => {
    const text = part('Content-Type: text/plain', '', 'a');
    const file = part('Content-Type: text/html; name=a.html', 'Content-Disposition: attachment', '', '<a>');
    const message = part('Content-Type: message/rfc822', '', html, '', '<a>');
    const of = (content: string) => multipart(text, part(html, '', content), file, message);
    expect(await rewritten(of('<a>'))).toBe(of('<b>'));
  });

  it('is encoded where its lines grow too long, and says so', async () => {
    const long = `<p>${'ü'.repeat(100)}</p>`.repeat(6);
    const root = await rewritten(lines('Content-Type: text/html; charset=utf-8', '', `a${long}`));
    expect(root.split('\r\n\r\n')[0]?.split('\r\n')).toEqual([
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      'MIME-Version: 1.0',
    ]);
    expect((await PostalMime.parse(Buffer.from(root, 'latin1'))).html?.trim()).toBe(`b${long}`);
  });

  it.each([
    ['UTF-16', lines('Content-Type: text/html; charset=utf-16', '', '<a>')],
    ['what is no UTF-8', Buffer.from(lines(html, '', '<a>\xff'), 'latin1')],
    ['an encoding that is not known', lines(html, 'Content-Transfer-Encoding: x-uuencode', '', '<a>')],
    ['more than a MiB', lines(html, '', lines(...Array.from({ length: 20_000 }, () => 'a'.repeat(60))))],
    ['a header that does not end', lines('--', html).trimEnd()],
  ])('stays in %s', async (_name, message) => {
    expect(await rewritten(message)).toBe(Buffer.from(message).toString('latin1'));
  });

  it('reads as what it was made, however it was encoded and is cut', async () => {
    const encodings = fc.constantFrom('quoted-printable', 'base64');
    const content = fc.string({ unit: 'grapheme', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(content, encodings, fc.integer({ min: 1, max: 50 }), async (written, encoding, chunkBytes) => {
        const page = written.replace(/[\r\n\t\0 ]/g, '');
        const coded =
          encoding === 'base64'
            ? Buffer.from(page).toString('base64').replace(/.{76}/g, '$&\r\n')
            : [...Buffer.from(page)]
                .map((octet) => `=${octet.toString(16).toUpperCase().padStart(2, '0')}`)
                .join('=\r\n');
        const message = multipart(part(html, `Content-Transfer-Encoding: ${encoding}`, '', coded));
        const read = await PostalMime.parse(Buffer.from(await rewritten(message, chunkBytes), 'latin1'));
        expect((read.html ?? '').trim()).toBe(page.replaceAll('a', 'b').trim());
      }),
    );
  });
});
