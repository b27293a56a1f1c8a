import { encode } from 'nodemailer/lib/qp';
import { createTransferDecoder } from '../../../src/infrastructure/message-reader/transfer-decoder.js';
import fc from '../../support/properties.js';

function decoded(encoding: 'base64' | 'quoted-printable', text: string, chunkBytes = 1_000): Buffer {
  const decoder = createTransferDecoder(encoding);
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) parts.push(decoder.decode(bytes.subarray(at, at + chunkBytes)));
  return Buffer.concat([...parts, decoder.end()]);
}

describe('a transfer encoding', () => {
  it.each([
    ['a=\r\nb', 'ab'],
    ['a= \t\r\nb', 'ab'],
    ['a \t\r\nb', 'a\r\nb'],
    ['=47r=C3=BC=c3=9fe', 'Grüße'],
    ['=4', '=4'],
    ['=zz=', '=zz'],
    ['a=\r\n', 'a'],
    ['\r\n\r\n', '\r\n\r\n'],
    ['a\nb', 'a\nb'],
  ])('of quoted-printable is undone: %j', (text, content) => {
    for (const chunkBytes of [1, 2, 3, 1_000])
      expect(decoded('quoted-printable', text, chunkBytes).toString()).toBe(content);
  });

  it.each([
    ['R3LDvMOfZQ==', 'Grüße'],
    ['R3LD\r\nvMOf\r\nZQ==\r\n', 'Grüße'],
    ['R3 LD!vMOfZQ', 'Grüße'],
    ['', ''],
  ])('of base64 is undone: %j', (text, content) => {
    for (const chunkBytes of [1, 2, 3, 1_000]) expect(decoded('base64', text, chunkBytes).toString()).toBe(content);
  });

  it('gives back what was encoded, in chunks of any size', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 90 }), (content, chunkBytes) => {
        const bytes = Buffer.from(content);
        const base64 = bytes.toString('base64').replace(/.{1,76}/g, '$&\r\n');
        expect(decoded('base64', base64, chunkBytes).equals(bytes)).toBe(true);
        const lines = bytes.toString('latin1').replace(/[\r\n]/g, '');
        const printable = encode(Buffer.from(lines, 'latin1'));
        expect(decoded('quoted-printable', printable, chunkBytes).toString('latin1')).toBe(lines);
      }),
    );
  });
});
