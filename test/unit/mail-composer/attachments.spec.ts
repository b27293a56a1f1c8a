import PostalMime from 'postal-mime';
import type { Attachment, MessageToCompose } from '../../../src/application/ports/mail-composer.js';
import { createMailComposer } from '../../../src/infrastructure/mail-composer/mail-composer.js';
import { setupSigning, signingKeys, verify } from '../dkim/setup.js';

const file: Attachment = {
  filename: 'report.pdf',
  contentType: 'application/pdf',
  contentId: null,
  content: Buffer.from('%PDF-1.7\n%\xff\xfe', 'latin1'),
};
const logo: Attachment = {
  filename: 'logo.png',
  contentType: 'image/png',
  contentId: 'logo@example.com',
  content: Buffer.from([0x89, 0x50, 0x4e, 0x47]),
};

function mail(attachments: readonly Attachment[], body: MessageToCompose['body']): MessageToCompose {
  return {
    messageId: '<0198c0de-0000-7000-8000-000000000001@example.com>',
    date: '2026-01-02T03:04:05.678Z',
    content: {
      from: { name: 'Example Shop', address: 'shop@example.com' },
      replyTo: [],
      subject: 'Your order',
      headers: [['X-Order', '1']],
      tags: [],
    },
    to: [{ name: null, address: 'b@example.com' }],
    cc: [],
    body,
    attachments,
    signingKeys,
  };
}

const unsigned = createMailComposer({ sign: (message) => Promise.resolve(message) });
const both = { text: 'hello\n.\nrest', html: '<p>hello <img src="cid:logo@example.com"></p>' };

async function compose(attachments: readonly Attachment[], body: MessageToCompose['body'] = both): Promise<Buffer> {
  return unsigned.compose(mail(attachments, body));
}

/** Media types in the order of the tree, from the fields that declare them. */
function typesOf(message: Buffer): string[] {
  return [...message.toString('latin1').matchAll(/^content-type: ([^;\r\n]+)/gim)].map(([, type]) => type!);
}

describe('a mail with attachments', () => {
  it.each<[string, readonly Attachment[], MessageToCompose['body'], string[]]>([
    [
      'a file',
      [file],
      both,
      ['multipart/mixed', 'multipart/alternative', 'text/plain', 'text/html', 'application/pdf'],
    ],
    [
      'an image in the html',
      [logo],
      both,
      ['multipart/related', 'multipart/alternative', 'text/plain', 'text/html', 'image/png'],
    ],
    [
      'both, the file given first',
      [file, logo],
      both,
      [
        'multipart/mixed',
        'multipart/related',
        'multipart/alternative',
        'text/plain',
        'text/html',
        'image/png',
        'application/pdf',
      ],
    ],
    [
      'text alone and an image that nothing shows',
      [logo],
      { text: 'hello' },
      ['multipart/mixed', 'text/plain', 'image/png'],
    ],
  ])('has its parts in the right places: %s', async (_what, attachments, body, types) => {
    const message = await compose(attachments, body);
    expect(typesOf(message)).toEqual(types);
    const parsed = await PostalMime.parse(message);
    expect(parsed.text?.replace(/\r\n/g, '\n').trimEnd()).toBe(body.text);
    expect(parsed.html?.trimEnd()).toBe(body.html);
    expect(parsed.attachments).toHaveLength(attachments.length);
    for (const given of attachments) {
      const found = parsed.attachments.find(({ mimeType }) => mimeType === given.contentType);
      expect(Buffer.from(found!.content as ArrayBuffer).equals(given.content)).toBe(true);
      expect(found).toMatchObject({
        filename: given.filename,
        disposition: given.contentId !== null && body.html !== undefined ? 'inline' : 'attachment',
        ...(given.contentId === null ? {} : { contentId: `<${given.contentId}>` }),
      });
    }
  });

  it('has one of each header field, in short ASCII lines that end with CRLF', async () => {
    const long = { ...file, filename: `${'ß'.repeat(120)} "quoted" 你好.pdf`, content: Buffer.alloc(1_000_000, 'x') };
    const text = (await compose([long, logo])).toString('latin1');
    const headers = text
      .slice(0, text.indexOf('\r\n\r\n'))
      .replace(/\r\n[ \t]/g, ' ')
      .split('\r\n');
    expect(headers.map((line) => line.slice(0, line.indexOf(':')))).toEqual([
      'Date',
      'From',
      'To',
      'Subject',
      'Message-ID',
      'X-Order',
      'MIME-Version',
      'Content-Type',
    ]);
    expect(text).toMatch(/^[\x00-\x7f]*$/);
    expect(text.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
    expect(text.split('\r\n').filter((line) => line.length > 998)).toEqual([]);
    const parsed = await PostalMime.parse(text);
    expect(parsed.attachments.map(({ filename }) => filename)).toContain(long.filename);
  });

  it.each(['レポート'.repeat(50), `${'ü'.repeat(250)}.pdf`, 'a "b" \\c.pdf', `${'long name '.repeat(20)}.pdf`])(
    'names its file in at most ten sections: %.20s',
    async (filename) => {
      const message = await compose([{ ...file, filename }]);
      const text = message.toString('latin1');
      expect([...text.matchAll(/filename\*\d+\*=/g)].length).toBeLessThanOrEqual(10);
      expect((await PostalMime.parse(message)).attachments).toMatchObject([{ filename }]);
      // By readers of the name alone, without the disposition.
      const named = text.replace(/Content-Disposition: [^]*?\r\n\r\n/, '\r\n').replace('\r\n\r\n\r\n', '\r\n\r\n');
      expect((await PostalMime.parse(named)).attachments).toMatchObject([{ filename }]);
    },
  );

  it('says the charset of a text where its bytes have it', async () => {
    const texts = [Buffer.from('Grüße'), Buffer.from('Grüße', 'latin1')].map((content) => ({
      ...file,
      filename: 'a.csv',
      contentType: 'text/csv; name="other.csv"',
      content,
    }));
    const types = (await compose(texts)).toString('latin1').match(/^Content-Type: text\/csv.*$/gm);
    expect(types).toEqual(['Content-Type: text/csv; charset=utf-8;', 'Content-Type: text/csv;']);
  });

  it('is the same on every attempt', async () => {
    expect((await compose([file, logo])).equals(await compose([file, logo]))).toBe(true);
  });

  it('carries a signature that verifies', async () => {
    const signing = await setupSigning();
    const signed = await createMailComposer(signing).compose(mail([file, logo], both));
    expect(await verify(signed, signing)).toEqual(['pass', 'pass']);
    signed[signed.length - 200]! ^= 1;
    expect(await verify(signed, signing)).toEqual(['neutral', 'neutral']);
  });

  it.each(['message/rfc822', 'multipart/mixed; boundary=x'])('brings a whole %s unchanged', async (contentType) => {
    const content = Buffer.from('Subject: ü\n\n--x\n\nbare line ends\r');
    const message = await compose([{ ...file, filename: 'mail.eml', contentType, content }]);
    const { attachments } = await PostalMime.parse(message);
    expect(attachments).toMatchObject([{ filename: 'mail.eml', mimeType: 'application/octet-stream' }]);
    expect(Buffer.from(attachments[0]!.content as ArrayBuffer).equals(content)).toBe(true);
  });

  it('may be empty, and have no name', async () => {
    const message = await compose([{ ...file, filename: null, content: Buffer.alloc(0) }]);
    const { attachments } = await PostalMime.parse(message);
    expect(attachments).toMatchObject([{ filename: null, disposition: 'attachment' }]);
    expect((attachments[0]!.content as ArrayBuffer).byteLength).toBe(0);
  });

  it('is at most five per cent larger than the content counted as base64', async () => {
    const content = Buffer.alloc(3_000_000, 7);
    expect((await compose([{ ...file, content }])).length).toBeLessThan(4_000_000 * 1.05);
  });
});
