import { ed25519Key, rsaKey, setupSigning, signedAt, signingKeys, type Signing, verify } from './setup.js';
import fc, { runs } from '../../support/properties.js';

let signing: Signing;

beforeAll(async () => {
  signing = await setupSigning();
});

const signed = (message: string | Buffer): Promise<Buffer> =>
  signing.sign(Buffer.isBuffer(message) ? message : Buffer.from(message), signingKeys, signedAt);
const results = (message: Buffer): Promise<string[]> => verify(message, signing);

const headers = 'From: a@example.com\r\nSubject: hello\r\n\r\n';
/** What must not be added, nor occur once more. */
const oversigned = ['from', 'to', 'cc', 'subject', 'reply-to', 'date', 'message-id', 'content-type'];

describe('a signature', () => {
  it('is the same over a message that comes in chunks', async () => {
    const pieces = fc.array(fc.constantFrom('a', ' ', '\t', '\r\n', '\r', '\n', '\r\n\r\n', 'long '.repeat(40_000)), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(pieces, fc.constantFrom(1, 2, 3, 17, 100_000), async (body, chunkBytes) => {
        const message = Buffer.from(headers + body.join(''));
        async function* chunks(): AsyncGenerator<Buffer> {
          const bytes = message.length > 1_000 ? Math.max(chunkBytes, 997) : chunkBytes;
          for (let at = 0; at < message.length; at += bytes) yield message.subarray(at, at + bytes);
        }
        const whole = await signed(message);
        const fields = await signing.signatures(chunks(), signingKeys, signedAt);
        expect(fields.equals(whole.subarray(0, whole.length - message.length))).toBe(true);
      }),
      { numRuns: runs(100) },
    );
  });

  it.each([
    ['an ordinary body', `${headers}hello\r\n`],
    ['no body', headers],
    ['only empty lines', `${headers}\r\n\r\n\r\n`],
    ['only white space', `${headers} \t \r\n\t\r\n`],
    ['empty lines at the end', `${headers}hello\r\n\r\n \r\n\r\n`],
    ['empty lines at the start', `${headers}\r\n\r\nhello\r\n`],
    ['white space at the ends of lines', `${headers}hello \t \r\n\tworld  \r\n`],
    ['runs of white space', `${headers}a \t  b\t\tc\r\n \t d\r\n`],
    ['no line end at the end', `${headers}hello`],
    ['a long line', `${headers}${'word '.repeat(40_000)}\r\n`],
    ['UTF-8', `${headers}Grüße, 你好, 🦉\r\n`],
    ['no-break spaces, which are no white space here', `${headers}a\u00a0\u00a0b \u00a0\r\n`],
    ['dots at the start of lines', `${headers}.\r\n..\r\n`],
    ['folded headers', 'From: "A\r\n B"\r\n <a@example.com>\r\nSubject:  one \t two\r\n\tthree \r\n\r\nhello\r\n'],
    ['UTF-8 headers', 'From: jürgen@example.com\r\nTo: юля@example.com\r\nSubject: x\r\n\r\nhello\r\n'],
    ['an empty header', 'From: a@example.com\r\nSubject:\r\n\r\nhello\r\n'],
    ['a header of a thousand columns', `From: a@example.com\r\nSubject: ${'long '.repeat(200)}\r\n\r\nhello\r\n`],
    ['a header that occurs twice', `References: <1@x>\r\nFrom: a@example.com\r\nReferences: <2@x>\r\n\r\nhello\r\n`],
  ])('verifies elsewhere over %s', async (_name, message) => {
    const result = await signed(message);
    expect(await results(result)).toEqual(['pass', 'pass']);
    expect(result.subarray(result.length - Buffer.byteLength(message)).toString()).toBe(message);
  });

  it('verifies over bytes that are no UTF-8', async () => {
    const bytes = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte !== 10 && byte !== 13);
    expect(await results(await signed(Buffer.concat([Buffer.from(headers), Buffer.from(bytes)])))).toEqual([
      'pass',
      'pass',
    ]);
  });

  it('verifies over any body', async () => {
    const piece = fc.constantFrom('\r\n', ' ', '\t', 'x', 'ü', '.', '\r\n\r\n', '  ', 'word');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        expect(await results(await signed(`${headers}${pieces.join('')}\r\n`))).toEqual(['pass', 'pass']);
      }),
      { numRuns: runs(200) },
    );
  });

  it.each([
    ['the body', 'hello', 'hallo'],
    ['the subject', 'Subject: hello', 'Subject: hallo'],
    ['the sender', 'From: a@', 'From: b@'],
    ['the time of both', /t=1767323045/g, 't=1767323046'],
    ['a second sender', 'From: a@', 'From: x@example.com\r\nFrom: a@'],
    ['a second sender below', 'Subject:', 'From: x@example.com\r\nSubject:'],
    ['a second subject', 'Subject:', 'Subject: win\r\nSubject:'],
    ['a receiver', 'From: a@', 'To: x@example.net\r\nFrom: a@'],
    ['a copy', 'From: a@', 'Cc: x@example.net\r\nFrom: a@'],
    ['an address for answers', 'From: a@', 'Reply-To: x@example.net\r\nFrom: a@'],
    ['a date', 'From: a@', 'Date: Fri, 2 Jan 2026 03:04:05 +0000\r\nFrom: a@'],
    ['an id', 'From: a@', 'Message-ID: <x@example.net>\r\nFrom: a@'],
    ['a content type', 'From: a@', 'Content-Type: text/html\r\nFrom: a@'],
  ])('fails when someone alters or adds %s', async (_name, original, altered) => {
    const message = (await signed(`${headers}hello\r\n`)).toString('latin1');
    expect(message).toMatch(original);
    const verdicts = await results(Buffer.from(message.replace(original, altered), 'latin1'));
    expect(verdicts).not.toContain('pass');
    expect(verdicts).toHaveLength(2);
  });

  it('covers the headers that matter, and once more those that must not be added', async () => {
    const present = [
      'Date: x',
      'From: a@example.com',
      'To: b@example.com',
      'Cc: c@example.com',
      'Reply-To: d@example.com',
      'Subject: hello',
      'Message-ID: <1@example.com>',
      'List-Id: News <news.example.com>',
      'List-Help: <https://example.com/h>',
      'List-Subscribe: <https://example.com/s>',
      'List-Post: NO',
      'List-Owner: <mailto:o@example.com>',
      'List-Archive: <https://example.com/a>',
      'Feedback-ID: a:b:c:d',
      'List-Unsubscribe: <https://example.com/u>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'References: <0@example.com>',
      'In-Reply-To: <0@example.com>',
      'X-Other: not signed',
      'MIME-Version: 1.0',
      'Content-Type: text/plain',
      'Content-Transfer-Encoding: 7bit',
    ];
    const message = await signed(`${present.join('\r\n')}\r\n\r\nhello\r\n`);
    expect(await results(message)).toEqual(['pass', 'pass']);
    const signatures = message.toString().split('\r\nDate')[0]?.replace(/\s/g, '') ?? '';
    const covered = [
      ...present.map((line) => line.slice(0, line.indexOf(':')).toLowerCase()).filter((name) => name !== 'x-other'),
      ...oversigned,
    ];
    expect([...signatures.matchAll(/;h=(.*?);/g)].map(([, names]) => names?.split(':'))).toEqual([covered, covered]);
  });

  it('is folded to 76 columns and says what it is', async () => {
    const message = (await signed(`${headers}hello\r\n`)).toString();
    const field = message.slice(0, message.indexOf('From: a@'));
    const lines = field.split('\r\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(76);
    expect(lines.filter((line) => line.startsWith('DKIM-Signature:'))).toHaveLength(2);
    const fields = field.replace(/\r\n /g, ' ').split('\r\n');
    const common = 'c=relaxed/relaxed; d=example.com;';
    expect(fields).toEqual([
      expect.stringContaining(`DKIM-Signature: v=1; a=rsa-sha256; ${common} s=s1; t=1767323045; h=from:subject:`),
      expect.stringMatching(/^DKIM-Signature: v=1; a=ed25519-sha256; .* s=s2; t=1767323045; h=from:subject:/),
      '',
    ]);
  });

  it('by one key is the same with or without the other', async () => {
    const message = Buffer.from(`${headers}hello\r\n`);
    const both = (await signed(message)).toString();
    const [rsa, ed25519] = await Promise.all([
      signing.sign(message, [rsaKey], signedAt),
      signing.sign(message, [ed25519Key], signedAt),
    ]);
    const fieldOf = (result: Buffer) => result.toString('latin1', 0, result.length - message.length);
    expect(both).toBe(`${fieldOf(rsa)}${fieldOf(ed25519)}${message.toString()}`);
  });

  it('is the same for the same message, key and time', async () => {
    expect(await signed(`${headers}hello\r\n`)).toEqual(await signed(`${headers}hello\r\n`));
  });
});

describe('keys', () => {
  it('are read once', async () => {
    const own = await setupSigning();
    await Promise.all([1, 2, 3].map(() => own.sign(Buffer.from(headers), [rsaKey], signedAt)));
    expect(own.secretsRead).toEqual(['dkim-1']);
  });

  it('that are missing are asked for again next time', async () => {
    const own = await setupSigning();
    const elsewhere = { ...rsaKey, secretName: 'dkim-3' };
    for (let time = 0; time < 2; time++) {
      await expect(own.sign(Buffer.from(headers), [elsewhere], signedAt)).rejects.toMatchObject({
        code: 'dkim-key-unusable',
      });
    }
    expect(own.secretsRead).toEqual(['dkim-3', 'dkim-3']);
  });

  it('of RSA have 2048 bits', async () => {
    const { privateKeyPem, publicKey } = signing.rsa;
    expect(privateKeyPem).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(Buffer.from(publicKey, 'base64')).toHaveLength(294);
  });

  it('of Ed25519 are published as the bare 32 bytes', () => {
    expect(Buffer.from(signing.ed25519.publicKey, 'base64')).toHaveLength(32);
  });

  it('that are of another algorithm are refused', async () => {
    const mixed = { ...rsaKey, secretName: ed25519Key.secretName };
    const own = await setupSigning();
    await expect(own.sign(Buffer.from(headers), [mixed], signedAt)).rejects.toMatchObject({
      code: 'dkim-key-unusable',
    });
  });
});
