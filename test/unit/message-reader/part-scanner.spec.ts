import PostalMime from 'postal-mime';
import { EntityWalker } from '../../../src/infrastructure/message-reader/entity-walker.js';
import { messageReader } from '../../../src/infrastructure/message-reader/message-reader.js';
import type { PartPlace, TextPlace } from '../../../src/domain/shared/accepted-email.js';
import { lines } from '../../support/submitting.js';
import fc, { runs } from '../../support/properties.js';

/** What the scanner says of a message, its body given in chunks of this size. */
function scanned(message: string | Buffer, chunkBytes = 1_000_000, digest = false) {
  const bytes = Buffer.from(message);
  const end = bytes.indexOf('\r\n\r\n');
  const header = messageReader.fields(bytes.subarray(0, end + 2)) ?? [];
  const scanner = messageReader.scan(header, { bodyStart: end + 4, digest });
  for (let at = end + 4; at < bytes.length; at += chunkBytes) scanner.write(bytes.subarray(at, at + chunkBytes));
  return scanner.end();
}

async function contentOf(message: string | Buffer, place: PartPlace): Promise<Buffer> {
  async function* bytes(): AsyncGenerator<Buffer> {
    yield Buffer.from(message).subarray(place.start, place.end);
  }
  const decoded: Buffer[] = [];
  for await (const chunk of messageReader.decoded(place.encoding, bytes())) decoded.push(chunk);
  return Buffer.concat(decoded);
}

const textOf = async (message: string, places: readonly TextPlace[]) =>
  Promise.all(places.map(async (place) => messageReader.characters(place.charset, await contentOf(message, place))));

const mixed = (...parts: readonly string[]) =>
  `${lines('Content-Type: multipart/mixed; boundary=b', '')}${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
const file = (name: string, content: string) =>
  `Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=${name}\r\n\r\n${content}`;

describe('the parts of a message', () => {
  it('are its body where it is no multipart', async () => {
    const message = lines('Subject: x', '', 'one', '--two', 'three');
    const { text, html, attachments } = scanned(message);
    expect(await textOf(message, text)).toEqual(['one\r\n--two\r\nthree\r\n']);
    expect([html, attachments]).toEqual([[], []]);
  });

  it.each([1, 2, 3, 7, 64, 100_000])('are found in chunks of %d bytes', async (chunkBytes) => {
    const message = mixed(
      '\r\nfirst\r\n-- \r\n--bb\r\n--b x',
      file('a.bin', '--\r\n\r\n'),
      'Content-Type: text/html\r\n\r\n<p>',
    );
    const { text, html, attachments } = scanned(message, chunkBytes);
    expect(await textOf(message, text)).toEqual(['first\r\n-- \r\n--bb\r\n--b x']);
    expect(await textOf(message, html)).toEqual(['<p>']);
    expect(attachments).toMatchObject([{ contentBytes: 6, detail: { filename: 'a.bin' } }]);
    expect(scanned(message, chunkBytes)).toEqual(scanned(message));
  });

  it('end where an outer multipart does', async () => {
    const inner = lines('Content-Type: multipart/alternative; boundary=c', '', '--c', '', 'cut');
    const message = mixed(inner.trimEnd(), '\r\nlast');
    expect(await textOf(message, scanned(message).text)).toEqual(['cut', 'last']);
  });

  it('may be without content, or without header', async () => {
    const message = mixed('Content-Type: text/html', '\r\n', 'no field at all\r\n\r\nlost header');
    const { text, html } = scanned(message);
    expect(await textOf(message, html)).toEqual(['']);
    expect(await textOf(message, text)).toEqual(['', 'lost header']);
  });

  it.each(['windows-1252', 'iso-8859-1'])('in %s have its quotes, which not every decoder knows', async (charset) => {
    const message = mixed(
      `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nDon=92t`,
    );
    expect(await textOf(message, scanned(message).text)).toEqual(['Don’t']);
  });

  it('are listed up to a thousand, and fifty deep', () => {
    const wide = mixed(...Array.from({ length: 1_200 }, (_, index) => file(`${index}`, 'x')));
    expect(scanned(wide).attachments).toHaveLength(1_000);
    const open = Array.from({ length: 80 }, (_, depth) =>
      lines(`Content-Type: multipart/mixed; boundary=d${depth}`, '', `--d${depth}`),
    ).join('');
    const { text, attachments } = scanned(`${open}\r\nHi\r\n`);
    expect(text).toHaveLength(0);
    expect(attachments).toMatchObject([{ detail: { contentType: 'multipart/mixed' } }]);
  });

  it('have names in each of the ways that programs write them', () => {
    const names = [
      'Content-Disposition: attachment; filename="=?utf-8?B?R3LDvMOfZS5wZGY=?="',
      "Content-Disposition: attachment; filename*=utf-8''Gr%C3%BC%C3%9Fe.pdf",
      "Content-Disposition: attachment;\r\n filename*0*=utf-8''Gr%C3%BC;\r\n filename*1*=%C3%9Fe.pdf",
      'Content-Disposition: attachment; filename="C:\\\\fakepath\\\\Grüße.pdf"',
      'Content-Type: application/pdf; name="=?iso-8859-1?Q?Gr=FC=DFe=2Epdf?="',
      'Content-Disposition: attachment; filename="../../Grüße.pdf"',
    ];
    const message = mixed(...names.map((name) => `${name}\r\n\r\nx`));
    expect(scanned(message).attachments.map(({ detail }) => detail.filename)).toEqual(names.map(() => 'Grüße.pdf'));
  });

  it('take an attached message for one part', async () => {
    const message = mixed('Content-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\nHello');
    const { attachments, text } = scanned(message);
    expect(text).toEqual([]);
    expect((await contentOf(message, attachments[0]!.place)).toString()).toBe('Subject: inner\r\n\r\nHello');
  });

  it('have one digest, whatever their boundaries and transfer encodings are', () => {
    const digestOf = (message: string) => scanned(message, 100, true).digest;
    const plain = mixed('Content-Type: text/plain\r\n\r\nGruss', file('a', 'hello'));
    const other = plain
      .replaceAll('--b', '--zz')
      .replace('boundary=b', 'boundary=zz')
      .replace('\r\n\r\nhello', '\r\nContent-Transfer-Encoding: base64\r\n\r\naGVs\r\nbG8=')
      .replace('\r\n\r\nGruss', '\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=75ss');
    expect(digestOf(other)).toBe(digestOf(plain));
    expect(digestOf(plain.replace('hello', 'hellO'))).not.toBe(digestOf(plain));
    expect(digestOf(plain.replace('filename=a', 'filename=b'))).not.toBe(digestOf(plain));
    expect(scanned(plain).digest).toBeNull();
  });

  it('are those that another parser finds', async () => {
    const content = fc.string({
      unit: fc.constantFrom('a', '-', 'b', '=', ' ', '.', 'é', '\r\n', '--b', '--c--'),
      maxLength: 40,
    });
    const leaf = fc
      .record({
        type: fc.constantFrom(
          'text/plain; charset=utf-8',
          'text/html; charset=utf-8',
          'application/octet-stream',
          'image/png; name=i.png',
        ),
        base64: fc.boolean(),
        content,
      })
      .map(({ type, base64, content: written }) => {
        const encoded = base64 ? Buffer.from(written).toString('base64') : written.replace(/^--[bc]/gm, 'x');
        const encoding = base64 ? 'base64' : '8bit';
        return `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${encoded}`;
      });
    const nested = fc
      .array(leaf, { minLength: 1, maxLength: 3 })
      .map(
        (leaves) =>
          `Content-Type: multipart/mixed; boundary=c\r\n\r\n${leaves.map((each) => `--c\r\n${each}\r\n`).join('')}--c--`,
      );
    const parts = fc.array(fc.oneof(leaf, nested), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(parts, fc.integer({ min: 1, max: 50 }), async (list, chunkBytes) => {
        const message = mixed(...list);
        const theirs = await PostalMime.parse(message);
        const ours = scanned(message, chunkBytes);
        const contents = await Promise.all(
          ours.attachments.map(async ({ place }) => (await contentOf(message, place)).toString()),
        );
        // It gives 8-bit parts other line ends, and one more at the end.
        const comparable = (text: string) => text.replaceAll('\r\n', '\n').replace(/\n+$/, '');
        expect(contents.map(comparable)).toEqual(
          theirs.attachments.map((each) => comparable(Buffer.from(each.content as ArrayBuffer).toString())),
        );
        expect(ours.attachments.map(({ contentBytes }) => contentBytes)).toEqual(
          contents.map((each) => Buffer.byteLength(each)),
        );
      }),
      { numRuns: runs(300) },
    );
  });

  it('are 10,000 at most: what follows is content of the last of them', () => {
    let [begun, ended, contentBytes] = [0, 0, 0];
    const visitor = {
      begin: () => {
        begun += 1;
      },
      content: (bytes: Buffer) => {
        contentBytes += bytes.length;
      },
      between: () => undefined,
      end: () => {
        ended += 1;
      },
    };
    const walker = new EntityWalker(visitor, { intoMessages: false });
    walker.write(Buffer.from(`Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(12_000)}`));
    walker.end();
    expect([begun, ended]).toEqual([10_000, 10_000]);
    expect(contentBytes).toBeGreaterThan(2_000 * 8);
  });

  it('are found behind lines of dashes that begin like a boundary, in any of nested multiparts', async () => {
    const inner = lines(
      'Content-Type: multipart/mixed; boundary="--c"',
      '',
      '--',
      '--c',
      '----c',
      '',
      'deep',
      '----c--',
    );
    const message = mixed(inner.trimEnd(), '\r\n--\r\n--a\r\n--bc\r\n----\r\nlast');
    expect(await textOf(message, scanned(message).text)).toEqual(['deep', '--\r\n--a\r\n--bc\r\n----\r\nlast']);
    expect(scanned(message, 1)).toEqual(scanned(message));
  });

  it('are looked for in anything without an end or an error', () => {
    const piece = fc.constantFrom(
      '--b',
      '--b--',
      '\r\n',
      '\n',
      '\r',
      '--',
      '-',
      ': ',
      'Content-Type: multipart/mixed; boundary=b',
      'Content-Type: text/html',
      'boundary=',
      'Content-Transfer-Encoding: base64',
      'Content-Transfer-Encoding: quoted-printable',
      '=',
      '=3',
      '=3D',
      '"',
      ';',
      'x',
      '=?utf-8?Q?',
      'é',
      '\u0000',
      'A'.repeat(700),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (pieces, chunkBytes) => {
        const message = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${pieces.join('')}`;
        const { text, html, attachments } = scanned(message, chunkBytes, true);
        for (const { start, end } of [...text, ...html, ...attachments.map(({ place }) => place)]) {
          expect(start).toBeLessThanOrEqual(end);
          expect(end).toBeLessThanOrEqual(Buffer.byteLength(message));
        }
        expect(scanned(message, chunkBytes, true)).toEqual(scanned(message, 1_000_000, true));
      }),
      { numRuns: runs(2_000) },
    );
  });
});
