import { Readable } from 'node:stream';
import { boundaryIn, collect, UploadBody } from '../../../src/infrastructure/http/edge/upload-body.js';

const boundary = 'x-y';
const lines = (...all: readonly string[]) => Buffer.from(all.join('\r\n'));
const form = lines(
  'a preamble',
  '--x-y',
  'Content-Disposition: form-data; name="file"; filename="a \\"b\\".csv"',
  'Content-Type: text/csv',
  '',
  'email\r\n--x-\r\n-x-y',
  '--x-y  ',
  'content-disposition: form-data; name="empty"',
  '',
  '',
  '--x-y--',
  'an epilogue',
);

async function read(chunks: readonly Buffer[], maxBytes = 10_000) {
  const parts: (readonly [string, string | null, string])[] = [];
  for await (const { name, fileName, content } of new UploadBody(Readable.from(chunks), boundary).parts(maxBytes)) {
    parts.push([name, fileName, (await collect(content, 1_000)).toString()]);
  }
  return parts;
}

describe('a form', () => {
  it('is read the same wherever it is cut on its way', async () => {
    const expected = [
      ['file', 'a "b".csv', 'email\r\n--x-\r\n-x-y'],
      ['empty', null, ''],
    ];
    expect(await read([form])).toEqual(expected);
    for (let at = 1; at < form.length; at += 1) {
      expect(await read([form.subarray(0, at), form.subarray(at)])).toEqual(expected);
    }
    expect(await read(Array.from(form, (byte) => Buffer.from([byte])))).toEqual(expected);
  });

  it('is refused when it breaks off, is too large, or has a part without a name', async () => {
    await expect(read([form.subarray(0, 60)])).rejects.toMatchObject({ statusCode: 422 });
    await expect(read([form], 100)).rejects.toMatchObject({ statusCode: 413 });
    await expect(read([lines('--x-y', 'a: b', '', '1', '--x-y--')])).rejects.toMatchObject({ statusCode: 422 });
    await expect(read([lines('--x-y', '', '1', '--x-y--')])).rejects.toMatchObject({ statusCode: 422 });
  });

  it('is known by its media type', () => {
    expect(boundaryIn('multipart/form-data; boundary=----WebKitFormBoundaryX')).toBe('----WebKitFormBoundaryX');
    expect(boundaryIn('Multipart/Form-Data; charset=utf-8; boundary="a b"')).toBe('a b');
    expect(boundaryIn('multipart/form-data')).toBeUndefined();
    expect(boundaryIn('application/json; boundary=x')).toBeUndefined();
    expect(boundaryIn(undefined)).toBeUndefined();
  });
});
