import { deepEqual } from 'node:assert';
import { MessageChannel } from 'node:worker_threads';
import { LargeJsonThread, taken } from '../../../src/infrastructure/http/edge/large-json-thread.js';
import { type LargeJson, parseLargeJson } from '../../../src/infrastructure/http/edge/large-json.js';
import { turnsDuring } from '../../support/turns.js';
import fc, { size } from '../../support/properties.js';

/** As one value, and as the items of a list: they read the same. */
async function parse(text: string | Buffer): Promise<LargeJson> {
  const items: unknown[] = [];
  const listed = await parseLargeJson(Buffer.from(text), 32, (some) => items.push(...some));
  const whole = await parseLargeJson(Buffer.from(text), 32);
  // Buffers of megabytes: Jest's own comparison takes half a minute.
  if (items.length > 0 && 'body' in listed) deepEqual({ body: items }, whole);
  else expect(Object.keys(listed)).toEqual(Object.keys(whole));
  return whole;
}
const mailWith = (content: unknown) => ({ subject: 'Hello', attachments: [{ filename: 'a', content }], text: 'after' });
const bytes = Buffer.from(Array.from({ length: size(5_000_000) }, (_, index) => (index * 7919) % 256));

/** The body, with what was decoded as a Buffer. */
async function bodyOf(text: string): Promise<unknown> {
  const read = await parse(text);
  if ('problem' in read) throw new Error(read.problem);
  return read.body;
}

describe('a large JSON body', () => {
  it.each<[string, (json: string) => string]>([
    ['as it is', (json) => json],
    ['with slashes escaped, as PHP does', (json) => json.replaceAll('/', '\\/')],
    ['with plus signs escaped, as .NET does', (json) => json.replaceAll('+', '\\u002B')],
  ])('has the contents of its attachments decoded: base64 %s', async (_what, written) => {
    const body = await bodyOf(written(JSON.stringify(mailWith(bytes.toString('base64')))));
    expect(body).toEqual(mailWith(expect.any(Buffer)));
    const [{ content }] = (body as { attachments: [{ content: Buffer }] }).attachments;
    expect(content.equals(bytes)).toBe(true);
  });

  it('decodes base64 in lines, and of any length', async () => {
    for (const more of [0, 1, 2]) {
      const part = bytes.subarray(0, size(3_000_000) + more);
      const lines = `${part.toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`;
      const body = (await bodyOf(JSON.stringify(mailWith(lines)))) as { attachments: [{ content: Buffer }] };
      expect(body.attachments[0].content.equals(part)).toBe(true);
    }
  });

  it('decodes lists of byte values and the JSON of a Buffer, in a list of mails too', async () => {
    const part = bytes.subarray(0, 100_000);
    const mails = [mailWith([...part]), mailWith(part)];
    const body = (await bodyOf(JSON.stringify(mails, null, 1))) as [
      { attachments: [{ content: Buffer }] },
      { attachments: [{ content: { type: string; data: Buffer } }] },
    ];
    expect(body[0].attachments[0].content.equals(part)).toBe(true);
    expect(body[1].attachments[0].content.type).toBe('Buffer');
    expect(body[1].attachments[0].content.data.equals(part)).toBe(true);
  });

  it.each([
    ['a character that is none', (text: string) => `${text.slice(0, bytes.length)}!${text.slice(bytes.length + 1)}`],
    ['padding in the middle', (text: string) => `${text.slice(0, bytes.length)}====${text.slice(bytes.length + 4)}`],
    ['a missing end', (text: string) => text.slice(0, -3)],
  ])('marks base64 with %s', async (_what, spoil) => {
    expect(await bodyOf(JSON.stringify(mailWith(spoil(bytes.toString('base64')))))).toEqual(mailWith(false));
  });

  it.each(['256', '1 2', ',', '1,,2'])('marks a list that has %s in it', async (value) => {
    const list = `[${'7,'.repeat(2_000)}${value},7]`;
    expect(await bodyOf(JSON.stringify(mailWith('HERE')).replace('"HERE"', list))).toEqual(mailWith(false));
  });

  const inAscii = (json: string): string =>
    json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  /** A little longer than what is read with everything else, and so several slices. */
  const longBytes = 300_000;
  // Where a slice ends in a character or an escape: each place of it.
  it.each([
    ['as it is', (json: string) => json, ['x', '"', '\\', 'ü', '✓', '🦉', '\n<p>Grüße "and" \\ 🦉</p>']],
    ['in ASCII', inAscii, ['ü', '🦉']],
  ])('has the long bodies of its mails read whole: %s', async (_what, written, units) => {
    for (const unit of units) {
      const unitBytes = Buffer.byteLength(written(JSON.stringify(unit))) - 2;
      for (const before of ['', '.', '..', '...', '....', '.....'].slice(0, unitBytes)) {
        const html = before + unit.repeat(Math.ceil(longBytes / unitBytes));
        const mails = [{ html, text: html }, { subject: { html } }];
        expect(JSON.stringify(await bodyOf(written(JSON.stringify(mails)))) === JSON.stringify(mails)).toBe(true);
      }
    }
  });

  it('has the long bodies of its mails read in many turns of the event loop', async () => {
    const json = JSON.stringify({ html: 'x'.repeat(8_000_000) });
    expect(await turnsDuring(() => bodyOf(json))).toBeGreaterThan(20);
  });

  it('has long bodies that are no UTF-8 read as short ones are', async () => {
    for (const stray of [[0xff], [0x80], [0x9f, 0x98], [0xf0, 0x9f], [0xf0, 0x9f, 0x98, 0x80, 0x80, 0x80]]) {
      for (const before of ['', '.', '..', '...', '....', '.....'].slice(0, stray.length)) {
        const text = Buffer.alloc(longBytes, Buffer.from(stray));
        const json = Buffer.concat([Buffer.from(`{"html":"${before}`), text, Buffer.from('"}')]);
        const { html } = JSON.parse(json.toString('utf8')) as { html: string };
        const read = await parse(json);
        expect('body' in read && (read.body as { html: string }).html === html).toBe(true);
      }
    }
  });

  it.each(['\\q', '\\u12', '\n'])('is malformed where a long body has %j in it', async (text) => {
    const json = JSON.stringify({ html: `${'x'.repeat(300_000)}HERE`, other: '' }).replace('HERE', text);
    expect(await parse(json)).toEqual({ problem: 'malformed' });
    expect(await parse(json.replace('html', 'content'))).toEqual({ problem: 'malformed' });
  });

  it('leaves texts alone that are called content and are none', async () => {
    const long = 'Grüße "and" \\ 🦉 '.repeat(2_000);
    const body = {
      content: long,
      data: [1, 2, 3],
      attachments: { content: long },
      other: [{ content: long, data: Array(2_000).fill(7) }],
    };
    expect(await bodyOf(JSON.stringify(body))).toEqual(body);
  });

  it('is read as JSON.parse reads it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), fc.boolean(), async (value, spaced) => {
        const text = JSON.stringify(value, null, spaced ? 2 : 0);
        expect(await bodyOf(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    '',
    '{',
    '"abc',
    '{"a":1,}',
    '[1 2]',
    '{"content":"x',
    'nul',
    '{"content":[1,2',
    '[1,2],[3]',
    '[1,2',
    '[1,2}',
    '[1,,2]',
    '[1,2,]',
    '[1,2]3',
    '[1,[2,3}]',
    '{"a":1,2]',
  ])('refuses %j', async (text) => {
    expect(await parse(text)).toEqual({ problem: 'malformed' });
  });

  it('refuses what is nested too deeply, or has more values than any mail', async () => {
    expect(await parse('['.repeat(1_000_000))).toEqual({ problem: 'too-deep' });
    expect(await parse(`[${'{},'.repeat(300_000)}{}]`)).toEqual({ problem: 'too-many-values' });
  });

  it('refuses long lists of numbers that are no content of an attachment', async () => {
    const list = `[${'1,'.repeat(300_000)}1]`;
    expect(await parse(`{"data":${list}}`)).toEqual({ problem: 'too-many-values' });
    expect(await parse(`{"attachments":{"content":${list}}}`)).toEqual({ problem: 'too-many-values' });
    expect(await parse(`{"attachments":[{"content":${list}}]}`)).toHaveProperty('body');
    expect(await parse(`${'['.repeat(33)}${']'.repeat(33)}`)).toEqual({ problem: 'too-deep' });
    expect(await parse(`${'['.repeat(32)}${']'.repeat(32)}`)).toMatchObject({ body: [expect.anything()] });
  });

  it('may begin with a byte order mark', async () => {
    expect(await bodyOf('\ufeff{"a":1}')).toEqual({ a: 1 });
    expect(await bodyOf(' \t[1 , 2]\n')).toEqual([1, 2]);
    expect(await bodyOf('\ufeff[1,2]')).toEqual([1, 2]);
  });

  it('hands the items of a list on as it reads them, small ones together', async () => {
    const groups: number[] = [];
    const mails = [...Array(10).fill(mailWith('')), ...Array(3).fill({ html: 'x'.repeat(300_000) })];
    await parseLargeJson(Buffer.from(JSON.stringify(mails)), 32, (some) => groups.push(some.length));
    expect(groups).toEqual([11, 1, 1]);
  });
});

describe('the thread for large JSON bodies', () => {
  const thread = new LargeJsonThread({ logger: { warn: () => undefined } as never });
  afterAll(() => thread.close());
  const parseInThread = (value: unknown) => thread.parse(Buffer.from(JSON.stringify(value)), 32, 'a team');

  it('answers what the parser does, and takes the bytes over', async () => {
    const body = Buffer.from(JSON.stringify(mailWith(bytes.toString('base64'))));
    const parsed = await thread.parse(body, 32, 'a team');
    expect(parsed).toEqual({ body: mailWith(expect.any(Uint8Array)) });
    const [{ content }] = (parsed as { body: { attachments: [{ content: Uint8Array }] } }).body.attachments;
    expect(bytes.equals(content)).toBe(true);
    expect(body.length).toBe(0);
    expect(await parseInThread(Array(300_000).fill({}))).toEqual({ problem: 'too-many-values' });
  });

  it('hands a list over in turns of the event loop', async () => {
    const { port1, port2 } = new MessageChannel();
    for (const group of [[1, 2], [3], [4, 5]]) port1.postMessage(group);
    let read: unknown;
    expect(await turnsDuring(async () => (read = await taken(port2, 3)))).toBe(2);
    expect(read).toEqual([1, 2, 3, 4, 5]);
    const mails = Array.from({ length: 60 }, (_, index) => ({ text: `${index}`.repeat(100_000) }));
    expect(await parseInThread(mails)).toEqual({ body: mails });
  });

  it('answers the contents in a list', async () => {
    const mails = [
      mailWith(bytes.toString('base64')),
      mailWith([...bytes.subarray(0, 2_000)]),
      mailWith('!'.repeat(2_000)),
    ];
    const [first, second, third] = ((await parseInThread(mails)) as { body: readonly ReturnType<typeof mailWith>[] })
      .body;
    expect(bytes.equals(first?.attachments[0]?.content as Uint8Array)).toBe(true);
    expect(bytes.subarray(0, 2_000).equals(second?.attachments[0]?.content as Uint8Array)).toBe(true);
    expect(third).toEqual(mailWith(false));
  });
});
