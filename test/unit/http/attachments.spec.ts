import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RequestedAttachment } from '../../../src/application/submission/email-request.js';
import { errorBody } from '../../support/answers.js';
import { emailId, smallEmail } from '../../support/http-documents.js';
import { type HttpServer, startHttpServer } from '../../support/http-server.js';

describe('attachments of a request', () => {
  let server: HttpServer;
  let sent: readonly RequestedAttachment[];

  beforeAll(async () => {
    server = await startHttpServer();
    server.application.acceptEmail = ({ request }) => {
      sent = request.attachments;
      return { emailId };
    };
  });
  beforeEach(() => {
    sent = [];
  });
  afterAll(() => server.close());

  const send = (...attachments: readonly unknown[]) =>
    server.call('POST', '/emails', { body: { ...smallEmail, attachments } });

  async function read(attachment: unknown): Promise<RequestedAttachment> {
    expect(await send(attachment)).toMatchObject({ status: 200 });
    expect(sent).toHaveLength(1);
    return sent[0]!;
  }

  async function contentOf(content: unknown): Promise<string> {
    const { source } = await read({ filename: 'a.bin', content });
    return 'content' in source ? Buffer.from(source.content).toString('hex') : 'none';
  }

  async function refusal(...attachments: readonly unknown[]): Promise<string> {
    const answer = await send(...attachments);
    const { name, message } = errorBody.parse(answer.body);
    expect(sent).toEqual([]);
    return `${answer.status} ${name} ${message}`;
  }

  it.each([
    ['base64', 'AAEC/f7/', '000102fdfeff'],
    ['base64 without padding', '+/8', 'fbff'],
    ['base64 in lines, as MIME encoders write it', 'AAEC\r\n/f7/\r\n', '000102fdfeff'],
    ['nothing', '', ''],
    ['the JSON of a Node Buffer', Buffer.from([0, 1, 255]), '0001ff'],
    ['a list of byte values', [0, 1, 255], '0001ff'],
    ['an empty list', [], ''],
  ])('content may be %s', async (_what, content, bytes) => {
    expect(await contentOf(content)).toBe(bytes);
  });

  it.each([
    ['no base64', 'not base64!'],
    ['base64 that ends too early', 'AAECA'],
    ['base64 with padding inside', 'AA==AA=='],
    ['a data URL', 'data:text/plain;base64,AAEC'],
    ['a number', 7],
    ['a byte value too large', [256]],
    ['a byte value below zero', [-1]],
    ['a fraction', [1.5]],
    ['text among byte values', [1, '2']],
    ['another object', { type: 'File', data: [1] }],
    ['a buffer without data', { type: 'Buffer' }],
    ['nested buffers', { type: 'Buffer', data: { type: 'Buffer', data: 'x' } }],
  ])('content that is %s is refused', async (_what, content) => {
    expect(await refusal({ filename: 'a.bin', content })).toMatch(/^422 invalid_attachment .*index 0.*`content`/);
  });

  it.each([
    ['neither content nor path', { filename: 'a.txt' }, '`content` nor `path`'],
    ['no object', 'a.txt', 'object'],
    ['a path that is no URL', { path: 'a.txt' }, '`path`'],
    ['a filename that is no text', { content: 'AA==', filename: 7 }, '`filename`'],
    ['a line break in the filename', { content: 'AA==', filename: 'a\r\nBcc: x' }, '`filename`'],
    ['a line separator in the filename', { content: 'AA==', filename: 'a\u2028b.txt' }, '`filename`'],
    ['a filename that is too long', { content: 'AA==', filename: 'a'.repeat(256) }, '`filename`'],
    ['a content type that is none', { content: 'AA==', content_type: 'png' }, '`content_type`'],
    ['a line break in the content type', { content: 'AA==', content_type: 'text/plain\r\nX: y' }, '`content_type`'],
    ['a content id of 128 characters', { content: 'AA==', content_id: 'a'.repeat(128) }, '`content_id`'],
    ['a line break in the content id', { content: 'AA==', content_id: 'a\r\nb' }, '`content_id`'],
    ['a bracket in the content id', { content: 'AA==', content_id: 'a>b' }, '`content_id`'],
  ])('%s is refused', async (_what, attachment, part) => {
    const told = await refusal(attachment);
    expect(told).toMatch(/^422 invalid_attachment /);
    expect(told).toContain(part);
  });

  it.each(['setup.exe', 'SETUP.EXE', 'a.b.js', 'run.bat.', 'run.ps1 ', 'dir/run.vbs', 'invoice\u202etxt.scr', '.lnk'])(
    'a file of a blocked type is refused by name: %s',
    async (filename) => {
      const told = await refusal({ filename, content: 'AA==' });
      const extension = /([a-z0-9]+)[. ]*$/i.exec(filename)![1]!.toLowerCase();
      expect(told).toMatch(/^422 invalid_attachment /);
      expect(told).toContain(`.${extension}`);
    },
  );

  it.each([
    'setup.exe:data',
    'a.txt:run.exe',
    'set\u200bup.e\u200dxe',
    'run.exe\u00ad',
    'run.bat\t.'.replace('\t', '\u00a0'),
  ])('a file of a blocked type is refused however its name is written: %j', async (filename) => {
    expect(await refusal({ filename, content: 'AA==' })).toMatch(/^422 invalid_attachment .*are blocked/);
  });

  it.each(['application/octet-stream; name="a.exe"', 'text/plain; charset=utf-8; NAME=a.exe'])(
    'a content type that names a file of a blocked type is refused: %s',
    async (contentType) => {
      const told = await refusal({ filename: 'a.txt', content: 'AA==', content_type: contentType });
      expect(told).toMatch(/^422 invalid_attachment .*`\.exe`/);
    },
  );

  it('names the attachment that is wrong', async () => {
    expect(await refusal({ content: 'AA==' }, { filename: 'b' })).toContain('index 1');
  });

  it('has a limit in number', async () => {
    const attachments = Array.from({ length: 251 }, () => ({ content: 'AA==' }));
    expect(await refusal(...attachments)).toMatch(/^422 validation_error .*250/);
  });

  it.each([
    ['report.pdf', 'application/pdf'],
    ['notes.TXT', 'text/plain'],
    ['invite.ics', 'text/calendar'],
    ['unknown.zzz', 'application/octet-stream'],
    ['README', 'application/octet-stream'],
  ])('the content type comes from the name: %s', async (filename, contentType) => {
    expect(await read({ filename, content: 'AA==' })).toMatchObject({ filename, contentType });
  });

  it.each([
    ['UTF-8', 'kunden.csv', Buffer.from('Müller'), undefined, 'text/csv; charset=utf-8'],
    ['UTF-8, of the sender’s type', 'a', Buffer.from('Müller'), 'text/x-notes', 'text/x-notes; charset=utf-8'],
    ['ASCII', 'kunden.csv', Buffer.from('Mueller'), undefined, 'text/csv'],
    ['Latin-1', 'kunden.csv', Buffer.from('Müller', 'latin1'), undefined, 'text/csv'],
    ['Latin-1', 'x.json', Buffer.from('"Müller"', 'latin1'), undefined, 'application/json'],
    ['Latin-1', 'x.log', Buffer.from('Müller', 'latin1'), undefined, 'text/plain'],
    ['Latin-1 that says so itself', 'a.html', Buffer.from('<meta charset=latin1>ü', 'latin1'), undefined, 'text/html'],
    ['Shift_JIS', 'liste.txt', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), undefined, 'text/plain'],
    ['UTF-16', 'a.csv', Buffer.from('\ufeffMüller', 'utf16le'), undefined, 'text/csv; charset=utf-16'],
    [
      'what is said wrongly',
      'a.csv',
      Buffer.from([0xfc]),
      'text/csv; charset=utf-8; header=present',
      'text/csv; header=present',
    ],
    ['what is said wrongly', 'a.txt', Buffer.from('ü'), 'text/plain; charset="US-ASCII"', 'text/plain; charset=utf-8'],
    [
      'what only the sender knows',
      'a.csv',
      Buffer.from([0xfc]),
      'text/csv; charset=windows-1252',
      'text/csv; charset=windows-1252',
    ],
    ['no text', 'a.pdf', Buffer.from('ü'), undefined, 'application/pdf'],
  ])('the charset is that of the bytes: %s in %s', async (_what, filename, bytes, given, contentType) => {
    const attachment = {
      filename,
      content: bytes.toString('base64'),
      ...(given === undefined ? {} : { content_type: given }),
    };
    expect(await read(attachment)).toMatchObject({ contentType });
  });

  it.each([
    ['content_type', { content_type: 'text/calendar; method=REQUEST; charset="utf-8"' }],
    ['contentType', { contentType: 'text/calendar; method=REQUEST; charset="utf-8"' }],
  ])('or as it is given, in %s', async (_field, given) => {
    const { contentType } = await read({ filename: 'a.ics', content: 'AA==', ...given });
    expect(contentType).toBe('text/calendar; method=REQUEST; charset="utf-8"');
  });

  it.each(['content_id', 'inline_content_id', 'contentId'])('a content id may be called %s', async (field) => {
    expect(await read({ content: 'AA==', [field]: 'logo@example.com' })).toMatchObject({
      contentId: 'logo@example.com',
      filename: null,
    });
  });

  it('takes the angle brackets off a content id', async () => {
    expect(await read({ content: 'AA==', content_id: '<logo>' })).toMatchObject({ contentId: 'logo' });
  });

  it('a name loses the folders before it', async () => {
    expect(await read({ filename: '../../etc/passwd', content: 'AA==' })).toMatchObject({ filename: 'passwd' });
    expect(await read({ filename: 'C:\\files\\März.pdf', content: 'AA==' })).toMatchObject({ filename: 'März.pdf' });
  });

  it('a path is handed over, with the name and the type that it tells', async () => {
    expect(await read({ path: 'https://example.com/files/M%C3%A4rz.pdf?x=1' })).toEqual({
      source: { url: 'https://example.com/files/M%C3%A4rz.pdf?x=1' },
      filename: 'März.pdf',
      contentType: 'application/pdf',
      contentId: null,
    });
  });

  it('a path to a blocked type is refused as its name would be', async () => {
    expect(await refusal({ path: 'https://example.com/run.exe' })).toContain('.exe');
  });

  it('an empty content beside a path means the path', async () => {
    expect(await read({ path: 'https://example.com/', content: '' })).toMatchObject({
      source: { url: 'https://example.com/' },
    });
  });

  it('batch items may have them too', async () => {
    const seen: unknown[] = [];
    server.application.acceptBatch = ({ items }) => {
      for (const item of items) seen.push('request' in item ? item.request.attachments.length : item.invalid);
      return { emailIds: [emailId], errors: [] };
    };
    const body = [
      { ...smallEmail, attachments: [{ content: 'AA==' }] },
      { ...smallEmail, attachments: [{}] },
    ];
    const headers = { 'x-batch-validation': 'permissive' };
    expect((await server.call('POST', '/emails/batch', { body, headers })).status).toBe(200);
    expect(seen).toEqual([1, expect.stringContaining('`content` nor `path`')]);
  });
});
