import { isAscii } from 'node:buffer';
import PostalMime, { type Email } from 'postal-mime';
import { messageConverter } from '../../../src/infrastructure/message-reader/message-reader.js';
import { inChunks, lines } from '../../support/submitting.js';
import fc, { runs } from '../../support/properties.js';

/** The message in seven bits, read in chunks of this size; undefined where it cannot be had. */
async function converted(message: string | Buffer, chunkBytes = 1_000_000): Promise<Buffer | undefined> {
  const bytes = Buffer.from(message);
  const rewrite = await messageConverter.toSevenBits(inChunks(bytes, chunkBytes));
  if (rewrite === undefined) return undefined;
  const read: Buffer[] = [];
  for await (const chunk of rewrite(inChunks(bytes, chunkBytes))) read.push(chunk);
  return Buffer.concat(read);
}

const textOf = async (message: string): Promise<string | undefined> => (await converted(message))?.toString('latin1');
const part = (...text: readonly string[]): string => lines('--b', ...text);
const mixed = (type: string, ...parts: readonly string[]): string =>
  `${lines('MIME-Version: 1.0', `Content-Type: multipart/${type}; boundary=b`, '')}${parts.join('')}--b--\r\n`;

describe('a message in seven bits', () => {
  it('has its text in quoted-printable, and everything else as it was', async () => {
    const header = ['Subject: x', 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8'];
    const text = lines(...header, 'content-transfer-ENCODING: 8bit', 'X-Odd:   stays \t', '', 'Grüße = ', '', 'plain');
    expect(await textOf(text)).toBe(
      lines(
        ...header,
        'content-transfer-ENCODING: quoted-printable',
        'X-Odd:   stays \t',
        '',
        'Gr=C3=BC=C3=9Fe =3D=20',
        '',
        'plain',
      ),
    );
  });

  it('says how it is encoded, and that it is MIME, where nothing did', async () => {
    expect(await textOf(lines('Subject: x', '', 'ü'))).toBe(
      lines('Subject: x', 'Content-Transfer-Encoding: quoted-printable', 'MIME-Version: 1.0', '', '=C3=BC'),
    );
  });

  it('has other content in base64, part by part', async () => {
    const plain = part('Content-Type: text/plain', 'Content-Transfer-Encoding: 8bit', '', 'plain as it is');
    const image = part('Content-Type: image/x-odd', 'Content-Transfer-Encoding: 8bit', '', 'ÿÿ', 'ÿ');
    const noHeader = part('', 'schön');
    expect(await textOf(mixed('mixed', plain, image, noHeader))).toBe(
      mixed(
        'mixed',
        plain,
        part('Content-Type: image/x-odd', 'Content-Transfer-Encoding: base64', '', 'w7/Dvw0Kw78=', ''),
        part('Content-Transfer-Encoding: quoted-printable', '', 'sch=C3=B6n'),
      ),
    );
  });

  it('encodes what is inside an attached message, and never the message', async () => {
    const attached = (encoding: string, ...inner: readonly string[]) =>
      mixed('mixed', part('Content-Type: message/rfc822', `Content-Transfer-Encoding: ${encoding}`, '', ...inner));
    const inner = ['Subject: inner', 'MIME-Version: 1.0', 'Content-Type: multipart/alternative; boundary=c', '', '--c'];
    const end = ['--c--', ''];
    expect(await textOf(attached('8bit', ...inner, 'Content-Type: text/html', '', '<p>ü', ...end))).toBe(
      attached(
        '7bit',
        ...inner,
        'Content-Type: text/html',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        '<p>=C3=BC',
        ...end,
      ),
    );
  });

  it('has fields of parts in ASCII, by their grammar', async () => {
    const fields = (...written: readonly string[]) =>
      mixed('mixed', part(...written, '', 'x'), part('Content-Type: message/rfc822', '', 'Subject: Grüße', '', 'y'));
    const message = fields('Content-Description: Grüße', 'Content-Disposition: attachment; filename="Größe.txt"');
    expect(await textOf(message)).toBe(
      fields(
        'Content-Description: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
        "Content-Disposition: attachment; filename*=utf-8''Gr%C3%B6%C3%9Fe.txt",
      ).replace('Subject: Grüße', 'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?='),
    );
    const latin = Buffer.from(message, 'utf8').toString('utf8');
    expect(await textOf(Buffer.from(latin, 'latin1').toString('latin1'))).toBe(await textOf(message));
  });

  it('leaves what is signed as it is, while it can', async () => {
    const signed = (text: string) =>
      part('Content-Type: multipart/signed; boundary=s', '', '--s', '', text, '--s', '', 'signature', '--s--');
    const open = (text: string) => part('Content-Type: text/plain', '', text);
    expect(await textOf(mixed('mixed', signed('ascii'), open('ü')))).toBe(
      mixed(
        'mixed',
        signed('ascii'),
        part('Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable', '', '=C3=BC'),
      ),
    );
    expect(await converted(mixed('mixed', signed('ü'), open('ascii')))).toBeUndefined();
    expect(await converted(mixed('signed', part('', 'ü'), part('', 'signature')))).toBeUndefined();
  });

  it.each([
    ['a name that cannot be encoded', mixed('mixed', part('Content-ID: <ü@example.com>', '', 'x'))],
    ['a field of what is signed', mixed('signed', part('Content-Description: ü', '', 'x'), part('', 'signature'))],
    ['a boundary', mixed('mixed', part('Content-Type: multipart/mixed; boundary="ü"', '', '--ü', '', 'x', '--ü--'))],
    ['text before the parts', mixed('mixed', 'ü\r\n', part('', 'x'))],
    ['text behind the parts', `${mixed('mixed', part('', 'x'))}ü\r\n`],
    ['a part of a message', mixed('mixed', part('Content-Type: message/partial', '', 'ü'))],
    ['a message in a digest', mixed('digest', part('', 'Subject: x', '', 'ü'))],
    ['what says that it is encoded', lines('Content-Transfer-Encoding: base64', '', 'ü')],
    ['what says so twice', lines('Content-Transfer-Encoding: 8bit', 'Content-Transfer-Encoding: 7bit', '', 'ü')],
    ['a part whose header is none', mixed('mixed', part('no field', '', 'ü'))],
  ])('cannot be had where there is 8-bit in %s', async (_name, message) => {
    expect(await converted(message)).toBeUndefined();
  });

  it('has the parts of the first, as another reader finds them, in short lines', async () => {
    const characters = ['a', 'ü', '漢', '=', ' ', '\t', '.', 'From ', 'x'.repeat(100), '\r\n', '\u0000', '-'];
    const content = fc.string({ unit: fc.constantFrom(...characters), maxLength: 60 });
    const leaf = fc
      .record({
        type: fc.constantFrom('text/plain; charset=utf-8', 'text/html; charset=utf-8', 'image/x-odd; name=i'),
        encoding: fc.constantFrom(
          '',
          'Content-Transfer-Encoding: 8bit\r\n',
          'content-transfer-encoding: BINARY (x)\r\n',
        ),
        content,
      })
      .map((one) => `Content-Type: ${one.type}\r\n${one.encoding}\r\n${one.content.replace(/^--/gm, 'x')}`);
    const within = (type: string, boundary: string, parts: readonly string[]): string =>
      `Content-Type: multipart/${type}; boundary=${boundary}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${parts
        .map((each) => `--${boundary}\r\n${each}\r\n`)
        .join('')}--${boundary}--`;
    const nested = fc.array(leaf, { minLength: 1, maxLength: 3 }).map((parts) => within('mixed', 'c', parts));
    const attached = fc
      .oneof(leaf, nested)
      .map((inner) => `Content-Type: message/rfc822\r\n\r\nSubject: inner\r\nMIME-Version: 1.0\r\n${inner}`);
    const message = fc
      .array(fc.oneof(leaf, nested, attached), { minLength: 1, maxLength: 4 })
      .map((parts) => `Subject: outer\r\nMIME-Version: 1.0\r\n${within('mixed', 'b', parts)}\r\n`);
    await fc.assert(
      fc.asyncProperty(message, fc.integer({ min: 1, max: 90 }), async (text, chunkBytes) => {
        const bytes = await converted(text, chunkBytes);
        expect(bytes?.equals((await converted(text)) ?? Buffer.alloc(0))).toBe(true);
        const seven = bytes ?? Buffer.alloc(0);
        expect(isAscii(seven)).toBe(true);
        expect(contentOf(await PostalMime.parse(seven))).toEqual(contentOf(await PostalMime.parse(text)));
        if (isAscii(Buffer.from(text))) expect(seven.toString()).toBe(text);
        else expect(encodedLines(seven.toString()).every((line) => line.length <= 76)).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  it('is as long as it needs, however many parts change', async () => {
    const parts = (count: number) => mixed('mixed', ...Array.from({ length: count }, () => part('', 'ü')));
    expect(await PostalMime.parse((await converted(parts(2_000))) ?? '')).toMatchObject({ text: expect.any(String) });
    expect(await converted(parts(10_001))).toBeUndefined();
  });
});

/** What people get to see; this reader gives 8-bit parts other line ends, and one more at the end. */
function contentOf({ subject, text, html, attachments }: Email) {
  const comparable = (content: string | ArrayBuffer | undefined): string =>
    Buffer.from((content ?? '') as ArrayBuffer)
      .toString()
      .replaceAll('\r\n', '\n')
      .replace(/\n+$/, '');
  return {
    subject,
    text: comparable(text),
    html: comparable(html),
    attachments: attachments.map(({ mimeType, filename, content }) => [
      mimeType,
      filename,
      comparable(content as string),
    ]),
  };
}

function encodedLines(text: string): readonly string[] {
  const marked = /content-transfer-encoding: (?:quoted-printable|base64)\r\n\r\n([^]*?)\r\n--/gi;
  return [...text.matchAll(marked)].flatMap(([, encoded = '']) => encoded.split('\r\n'));
}
