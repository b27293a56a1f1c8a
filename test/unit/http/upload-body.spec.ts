import { Readable } from 'node:stream';
import { boundaryIn, UploadBody } from '../../../src/infrastructure/http/edge/upload-body.js';

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

const pace = { periodMs: 60_000, minBytesPerSecond: 1 };

interface Read {
  readonly file: string | undefined;
  readonly fileName: string | null | undefined;
  readonly texts: Readonly<Record<string, string>>;
}

async function read(chunks: Iterable<Buffer>, { maxBytes = 10_000, hold = (_bytes: number): boolean => true } = {}) {
  const body = new UploadBody(Readable.from(chunks), boundary, { pace, hold });
  const found: { file?: string; fileName?: string | null } = {};
  const texts = await body.read({
    maxBytes,
    fields: ['empty', 'said'],
    file: 'file',
    async take(content, fileName) {
      found.fileName = fileName;
      found.file = '';
      for await (const chunk of content) found.file += chunk.toString();
    },
  });
  return { file: found.file, fileName: found.fileName, texts: Object.fromEntries(texts) } satisfies Read;
}

const part = (name: string, content: string) => [
  '--x-y',
  `Content-Disposition: form-data; name="${name}"`,
  '',
  content,
];

describe('a form', () => {
  it('is read the same wherever it is cut on its way', async () => {
    const expected = { file: 'email\r\n--x-\r\n-x-y', fileName: 'a "b".csv', texts: { empty: '' } };
    expect(await read([form])).toEqual(expected);
    for (let at = 1; at < form.length; at += 1) {
      expect(await read([form.subarray(0, at), form.subarray(at)])).toEqual(expected);
    }
    expect(await read(Array.from(form, (byte) => Buffer.from([byte])))).toEqual(expected);
  });

  it('is refused when it breaks off, is too large, or has a part without a name', async () => {
    await expect(read([form.subarray(0, 60)])).rejects.toMatchObject({ statusCode: 422 });
    await expect(read([form], { maxBytes: 100 })).rejects.toMatchObject({ statusCode: 413 });
    await expect(read([lines('--x-y', 'a: b', '', '1', '--x-y--')])).rejects.toMatchObject({ statusCode: 422 });
    await expect(read([lines('--x-y', '', '1', '--x-y--')])).rejects.toMatchObject({ statusCode: 422 });
  });

  it('keeps nothing of fields that are not wanted, whatever they are called and however much they hold', async () => {
    const held: number[] = [];
    const megabyte = 'x'.repeat(1_000_000);
    const names = ['other', '__proto__', 'constructor', 'FILE', 'said '];
    const unwanted = lines(...names.flatMap((name) => part(name, megabyte)), ...part('said', 'yes'), '--x-y--');
    const hold = (bytes: number): boolean => held.push(bytes) > 0;
    expect(await read([unwanted], { maxBytes: 10_000_000, hold })).toEqual({ texts: { said: 'yes' } });
    expect(held.reduce((sum, each) => sum + each)).toBeLessThan(2_200_000);
  });

  it('takes one file, and drops another', async () => {
    const files = lines(...part('file', 'first'), ...part('file', 'second'), '--x-y--');
    expect(await read([files])).toMatchObject({ file: 'first' });
  });

  it('has 20 parts at most, whatever they are', async () => {
    const of = (count: number, name: string) =>
      lines(...Array.from({ length: count }, () => part(name, '')).flat(), '--x-y--');
    expect(await read([of(20, 'other')])).toMatchObject({ texts: {} });
    for (const name of ['other', 'said', 'file']) {
      await expect(read([of(21, name)], { maxBytes: 100_000 })).rejects.toMatchObject({
        statusCode: 422,
        message: expect.stringContaining('at most 20'),
      });
    }
  });

  it('has fields and headers of 64 and 16 KiB at most', async () => {
    const long = lines(...part('said', 'x'.repeat(64 * 1024 + 1)), '--x-y--');
    const named = lines(...part('x'.repeat(16 * 1024), ''), '--x-y--');
    for (const each of [long, named]) {
      await expect(read([each], { maxBytes: 1_000_000 })).rejects.toMatchObject({ statusCode: 422 });
    }
  });

  it('is refused for now where its memory is not there, before and in the middle of it', async () => {
    await expect(read([form], { hold: () => false })).rejects.toMatchObject({ statusCode: 503 });
    const said = lines(...part('said', 'yes'), '--x-y--');
    await expect(read([said], { hold: (bytes) => bytes > 1_000 })).rejects.toMatchObject({ statusCode: 503 });
  });

  it('is known by its media type', () => {
    expect(boundaryIn('multipart/form-data; boundary=----WebKitFormBoundaryX')).toBe('----WebKitFormBoundaryX');
    expect(boundaryIn('Multipart/Form-Data; charset=utf-8; boundary="a b"')).toBe('a b');
    expect(boundaryIn('multipart/form-data')).toBeUndefined();
    expect(boundaryIn('application/json; boundary=x')).toBeUndefined();
    expect(boundaryIn(undefined)).toBeUndefined();
  });
});
