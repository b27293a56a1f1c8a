import PostalMime from 'postal-mime';
import type { MessageToCompose } from '../../../src/application/ports/mail-composer.js';
import { createMailComposer } from '../../../src/infrastructure/mail-composer/mail-composer.js';
import { setupSigning, signingKeys, verify } from '../dkim/setup.js';
import fc, { runs } from '../../support/properties.js';

const basic: MessageToCompose = {
  messageId: '<0198c0de-0000-7000-8000-000000000001@example.com>',
  date: '2026-01-02T03:04:05.678Z',
  content: {
    from: { name: 'Example Shop', address: 'shop@example.com' },
    replyTo: [],
    subject: 'Your order',
    headers: [],
    tags: [],
  },
  to: [{ name: null, address: 'b@example.com' }],
  cc: [],
  body: { text: 'hello', html: '<p>hello</p>' },
  attachments: [],
  signingKeys,
};

/** Composes without a signature. */
const unsigned = createMailComposer({ sign: (message) => Promise.resolve(message) });

type Changes = Partial<Omit<MessageToCompose, 'content'>> & { readonly content?: Partial<MessageToCompose['content']> };

function withChanges({ content, ...rest }: Changes): MessageToCompose {
  return { ...basic, ...rest, content: { ...basic.content, ...content } };
}

async function compose(changes: Changes = {}): Promise<string> {
  return (await unsigned.compose(withChanges(changes))).toString('utf8');
}

/** Without the line end that every part gets at its end. */
function linesOf(text: string | undefined): string[] {
  return (text ?? '').replace(/\r?\n$/, '').split(/\r\n|\r|\n/);
}

/** Unfolded header lines. */
function headersOf(message: string): string[] {
  return message
    .slice(0, message.indexOf('\r\n\r\n'))
    .replace(/\r\n(?=[ \t])/g, '')
    .split('\r\n');
}

describe('headers', () => {
  it('are those of the mail, and nothing of ours', async () => {
    const message = await compose({
      cc: [{ name: 'C. D.', address: 'c@example.com' }],
      content: {
        replyTo: [{ name: null, address: 'help@example.com' }],
        headers: [
          ['X-entity-ID', '1'],
          ['List-Unsubscribe', '<https://example.com/u?a=1&b="2">'],
          ['X-entity-ID', '2'],
        ],
      },
    });
    expect(headersOf(message)).toEqual([
      'Date: Fri, 02 Jan 2026 03:04:05 +0000',
      'From: Example Shop <shop@example.com>',
      'To: b@example.com',
      'Cc: "C. D." <c@example.com>',
      'Reply-To: help@example.com',
      'Subject: Your order',
      'Message-ID: <0198c0de-0000-7000-8000-000000000001@example.com>',
      'X-entity-ID: 1',
      'List-Unsubscribe: <https://example.com/u?a=1&b="2">',
      'X-entity-ID: 2',
      'MIME-Version: 1.0',
      expect.stringMatching(/^Content-Type: multipart\/alternative; *boundary="=_[0-9a-f]{32}"$/),
    ]);
  });

  it('name nobody where all recipients are hidden', async () => {
    expect(headersOf(await compose({ to: [] }))).toContain('To: undisclosed-recipients:;');
    expect(await compose({ to: [], cc: basic.to })).not.toContain('undisclosed');
  });

  it('have one Reply-To: the parameter', async () => {
    const headers = [['reply-to', 'x@example.com']] as const;
    const replyTo = [{ name: null, address: 'y@example.com' }];
    const both = headersOf(await compose({ content: { headers, replyTo } }));
    expect(both.filter((line) => /^reply-to/i.test(line))).toEqual(['Reply-To: y@example.com']);
    expect(headersOf(await compose({ content: { headers } }))).toContain('reply-to: x@example.com');
  });

  it('keep the mailboxes of a Reply-To that was given as a header', async () => {
    const message = await compose({ content: { headers: [['Reply-To', 'Jürgen <j@example.com>, k@example.com']] } });
    const { replyTo } = await PostalMime.parse(message);
    expect(replyTo).toEqual([
      { name: 'Jürgen', address: 'j@example.com' },
      { name: '', address: 'k@example.com' },
    ]);
    expect(message).toMatch(/^[\x00-\x7f]*$/);
  });

  it.each([
    'plain',
    'Grüße aus Köln',
    '你好，世界，这是一个很长的主题'.repeat(10),
    '🦉'.repeat(60),
    'quotes "and" \\ backslashes',
    '=?utf-8?Q?not_encoded?=',
    'x'.repeat(3000),
    'ü'.repeat(500),
    `words ${'and more '.repeat(100)}end`,
    'a, b; c: d <e@example.com> (f)',
  ])('bring back a subject and a name: %.40s', async (text) => {
    const message = await compose({
      content: { subject: text, from: { name: text, address: 'shop@example.com' } },
      to: [{ name: text, address: 'b@example.com' }],
    });
    const lines = message.slice(0, message.indexOf('\r\n\r\n')).split('\r\n');
    expect(lines.filter(({ length }) => length > 78)).toEqual([]);
    const parsed = await PostalMime.parse(message);
    expect(parsed.subject).toBe(text);
    expect(parsed.from).toEqual({ name: text, address: 'shop@example.com' });
    expect(parsed.to).toEqual([{ name: text, address: 'b@example.com' }]);
  });

  it('carry UTF-8 only in addresses', async () => {
    const message = await compose({ to: [{ name: 'Jürgen', address: 'jürgen@example.com' }] });
    expect(headersOf(message)).toContain('To: =?UTF-8?Q?J=C3=BCrgen?= <jürgen@example.com>');
  });

  it('keep the ASCII of structured values, and write the rest by its grammar', async () => {
    const ascii: readonly (readonly [string, string])[] = [
      ['List-Unsubscribe', '<https://example.com/u?sig=abc=?x&y=1>'],
      ['In-Reply-To', '<=?utf-8?q?abc?=@example.com>'],
      ['References', '<1@example.com> <=?utf-8?q?abc?=@example.com>'],
    ];
    const others: readonly (readonly [string, string])[] = [
      ['List-Help', '<https://exämple.com/abmelden?n=Müller>'],
      ['Disposition-Notification-To', 'Jürgen <j@example.com>'],
    ];
    const headers = headersOf(await compose({ content: { headers: [...ascii, ...others] } }));
    for (const [name, value] of ascii) expect(headers).toContain(`${name}: ${value}`);
    expect(headers).toContain('List-Help: <https://xn--exmple-cua.com/abmelden?n=M%C3%BCller>');
    expect(headers).toContain('Disposition-Notification-To: =?UTF-8?Q?J=C3=BCrgen?= <j@example.com>');
  });

  it('are sent of an email that was accepted before they were checked', async () => {
    const message = await compose({ content: { headers: [['In-Reply-To', '<größe@example.com>']] } });
    expect(message).toMatch(/^In-Reply-To: =\?UTF-8\?Q\?[\x20-\x7e]*\?=\r$/m);
  });

  it('never let a value begin a line of its own', async () => {
    const evil = 'x\r\nBcc: evil@example.com\n\nbody\rmore\r\n\r\n';
    const message = await compose({
      messageId: `<1@example.com>${evil}`,
      content: {
        subject: evil,
        from: { name: evil, address: 'shop@example.com' },
        replyTo: [{ name: evil, address: `r@example.com${evil}` }],
        headers: [
          ['X-One', evil],
          ['Reply-To', evil],
          ['Sender', evil],
        ],
      },
    });
    const names = headersOf(message).map((line) => line.slice(0, line.indexOf(':')));
    expect(names).toEqual([
      'Date',
      'From',
      'To',
      'Reply-To',
      'Subject',
      'Message-ID',
      'X-One',
      'Sender',
      'MIME-Version',
      'Content-Type',
    ]);
    expect(message).not.toMatch(/^(Bcc|body|more)/m);
  });
});

describe('bodies', () => {
  it.each([
    ['text and html', { text: 'hello', html: '<p>hello</p>' }, 'multipart/alternative'],
    ['text', { text: 'hello' }, 'text/plain'],
    ['html', { html: '<p>hello</p>' }, 'text/html'],
    ['html and an empty text', { html: '<p>hello</p>', text: '' }, 'text/html'],
    ['nothing', {}, 'text/plain'],
    ['empty parts', { html: '', text: '' }, 'text/plain'],
  ])('of %s', async (_name, body: { text?: string; html?: string }, type) => {
    const message = await compose({ body });
    const parsed = await PostalMime.parse(message);
    expect(headersOf(message).find((line) => line.startsWith('Content-Type'))).toContain(`Content-Type: ${type}`);
    expect(parsed.text?.trim() ?? '').toBe(body.text ?? '');
    expect(parsed.html?.trim() ?? '').toBe(body.html ?? '');
  });

  it.each([
    ['', ' '],
    ['\n\n', ' \n\n'],
    [' ', ' '],
    ['hello\n \n', 'hello\n \n'],
    ['hello\n\t\n\n', 'hello\n\t\n\n'],
    ['Grüße\n  ', 'Grüße\n  '],
  ])('end in what every verifier hashes alike: %j', async (text, read) => {
    const message = await compose({ body: { text } });
    const body = message.slice(message.indexOf('\r\n\r\n') + 4);
    expect(body.replace(/(?:\r\n)+$/, '')).toMatch(/[^ \t\r\n]$/);
    const parsed = await PostalMime.parse(message);
    expect(linesOf(parsed.text)).toEqual(linesOf(read));
  });

  it('put the text before the html: a reader shows the last one that it can', async () => {
    const message = await compose();
    expect(message.indexOf('text/plain')).toBeLessThan(message.indexOf('text/html'));
  });

  it('come back as they were, in lines that every receiver takes', async () => {
    const line = fc.constantFrom(
      '',
      '.',
      'From me',
      'hello  ',
      '\tx',
      'ü'.repeat(300),
      'x'.repeat(2000),
      '🦉=20',
      '--',
      '\u0000',
    );
    const end = fc.constantFrom('\r\n', '\n', '\r');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(line, end), { maxLength: 8 }), async (lines) => {
        const text = `start${lines.map(([words, ending]) => ending + words).join('')}.`;
        const message = await unsigned.compose(withChanges({ body: { text, html: `<p>${text}</p>` } }));
        const wire = message.toString('latin1');
        expect(wire).toMatch(/^[\x01-\x7f]*$/);
        expect(wire.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
        expect(wire.endsWith('\r\n')).toBe(true);
        expect(Math.max(...wire.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
        const parsed = await PostalMime.parse(message);
        expect(linesOf(parsed.text)).toEqual(linesOf(text));
        expect(linesOf(parsed.html)).toEqual(linesOf(`<p>${text}</p>`));
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('a composed message', () => {
  it('is the same for the same input, signature included, and has its own boundary', async () => {
    const signing = await setupSigning();
    const composer = createMailComposer(signing);
    const first = await composer.compose(basic);
    expect(await composer.compose(basic)).toEqual(first);
    expect(await verify(first, signing)).toEqual(['pass', 'pass']);
    const boundary = (text: string): string | undefined => /boundary="(.*?)"/.exec(text)?.[1];
    const other = await composer.compose(withChanges({ messageId: '<2@example.com>' }));
    expect(boundary(other.toString())).not.toBe(boundary(first.toString()));
  });
});
