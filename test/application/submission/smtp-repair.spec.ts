import PostalMime from 'postal-mime';
import { getEmail } from '../../../src/application/email/get-email.js';
import { acceptedId, lines, sentMessage, submitting } from '../../support/submitting.js';
import { setupSigning, signedAt, signingKeys, verify } from '../../unit/dkim/setup.js';
import fc, { runs } from '../../support/properties.js';
import { teamId, useWorld, world } from '../../support/world.js';

const header = ['Date: Mon, 02 Mar 2026 08:00:00 +0000', 'Message-ID: <sender-made@example.com>'];
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** RFC 6409 §8. */
describe('the header of a message that came over SMTP', () => {
  useWorld('example.com');

  async function sent(text: string | Buffer, envelope: { readonly smtpUtf8?: boolean } = {}) {
    const emailId = acceptedId(await submitting(world).submit({ text, envelope }));
    const { transaction, text: whole } = await sentMessage(world, emailId);
    // Without our signature and our Received field.
    const message = whole.slice(whole.indexOf('\r\nFrom: ') + 2);
    return { emailId, message, parsed: await PostalMime.parse(Buffer.from(message, 'latin1')), transaction };
  }

  const mail = (from: string, subject: string, ...fields: readonly string[]): string =>
    lines(`From: ${from} <news@example.com>`, `Subject: ${subject}`, ...header, ...fields, '', 'Hi');

  it.each([
    ['UTF-8', (text: string): Buffer => Buffer.from(text)],
    ['Latin-1', latin1],
  ])('is ASCII where it came in %s, and says the same', async (_charset, bytes) => {
    const text = mail(
      'Jürgen "Größe" Öz',
      'Grüße, für Sie',
      'To: "Straße, Käthe" <ada@one.test>, Büro: bo@one.test;',
      'Content-Type: text/plain; name="Größe.txt"',
      'List-Unsubscribe: <https://example.com/ä>',
      'X-Note: Übung',
    );
    const { emailId, message, parsed } = await sent(bytes(text));
    expect(message).toMatch(/^[\x00-\x7f]*$/);
    expect(parsed.from).toEqual({ name: 'Jürgen Größe Öz', address: 'news@example.com' });
    expect(parsed.subject).toBe('Grüße, für Sie');
    expect(parsed.to).toMatchObject([
      { name: 'Straße, Käthe', address: 'ada@one.test' },
      { name: 'Büro', group: [{ address: 'bo@one.test' }] },
    ]);
    expect(message).toContain("\r\nContent-Type: text/plain; name*=utf-8''Gr%C3%B6%C3%9Fe.txt\r\n");
    expect(message).toContain('\r\nList-Unsubscribe: <https://example.com/%C3%A4>\r\n');
    expect(message).toContain('\r\nX-Note: =?UTF-8?Q?=C3=9Cbung?=\r\n');
    const shown = await getEmail(world.process(), { teamId, emailId, takeBytes: () => true });
    expect(shown).toMatchObject({
      email: {
        subject: 'Grüße, für Sie',
        from: 'Jürgen Größe Öz <news@example.com>',
        to: ['Straße, Käthe <ada@one.test>'],
      },
    });
  });

  it('reads what is neither as windows-1252', async () => {
    const { parsed } = await sent(
      Buffer.concat([
        latin1('From: news@example.com\r\nSubject: '),
        Buffer.from([0x80, 0x39, 0x20, 0x93, 0x78, 0x94]),
        latin1(`\r\n${header.join('\r\n')}\r\n\r\nHi\r\n`),
      ]),
    );
    expect(parsed.subject).toBe('€9 “x”');
  });

  it('needs nothing of the receiver but for what came with SMTPUTF8', async () => {
    const text = mail('Jürgen', 'Grüße');
    expect((await sent(text)).message).toMatch(/^[\x00-\x7f]*$/);
    const { message, transaction } = await sent(text, { smtpUtf8: true });
    expect(Buffer.from(message, 'latin1').toString()).toBe(text);
    expect(Buffer.isBuffer(transaction.message)).toBe(true);
    // RFC 6532 has UTF-8 only.
    const { message: repaired, parsed } = await sent(latin1(text), { smtpUtf8: true });
    expect(repaired).toMatch(/^[\x00-\x7f]*$/);
    expect(parsed.subject).toBe('Grüße');
  });

  it('stays as it came where it is ASCII, however odd', async () => {
    const text = mail(
      '=?iso-8859-1?q?J=FCrgen?=',
      'odd   spaces \t =?utf-8?q?a?=  ',
      'In-Reply-To:   <=?utf-8?q?abc?=@example.com>',
      'List-Help: <https://example.com/?a=?utf-8?q?b?=>',
      'X-Folded: one\r\n\t two\r\n   three',
    );
    expect((await sent(text)).message).toBe(text);
  });

  it('has no white space before a colon', async () => {
    const { message, parsed } = await sent(mail('News', 'Hi', 'X-Tab\t: one', 'To : ada@one.test', 'X-U  : x'));
    expect(message).toContain('\r\nX-Tab: one\r\nTo: ada@one.test\r\nX-U: x\r\n');
    expect(parsed.to).toMatchObject([{ address: 'ada@one.test' }]);
  });

  it('is folded where a line is too long, and reads as before', async () => {
    const addresses = Array.from({ length: 31 }, (_, n) => `"Number ${n}, of all" <number.${n}.of.all@one.test>`);
    const text = mail('News', 'Hi', `To: ${addresses.join(',')}`, `X-Words: ${'many words '.repeat(150)}end`);
    const { message, parsed } = await sent(text);
    expect(Math.max(...message.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(78);
    expect(parsed.to?.map(({ name, address }) => `"${name}" <${address}>`)).toEqual(addresses);
    expect(message.replace(/\r\n(?= )/g, '')).toContain(`X-Words: ${'many words '.repeat(150)}end`);
  });

  it('verifies elsewhere, whatever came', async () => {
    const signing = await setupSigning();
    const unit = fc.constantFrom(
      'a',
      ' ',
      'ü',
      '你',
      '"',
      '(',
      ')',
      '<',
      '>',
      ',',
      ';',
      ':',
      '@',
      '=?',
      '?=',
      '\\',
      '\t',
      'x'.repeat(90),
    );
    const value = fc.string({ unit, maxLength: 40 });
    const field = fc.tuple(
      fc.constantFrom('To', 'Cc', 'Subject', 'References', 'List-Unsubscribe', 'X-Any', 'Keywords', 'Content-Type'),
      value,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(field, { maxLength: 5, selector: ([name]) => name }),
        fc.boolean(),
        async (fields, isLatin) => {
          const raw = lines(
            'From: News <news@example.com>',
            ...header,
            ...fields.map(([name, text]) => `${name}: ${text}`),
            '',
            'Hi',
          );
          const result = await submitting(world).submit({ text: isLatin ? latin1(raw) : Buffer.from(raw) });
          if (result.kind === 'refused') {
            expect(result.refusal).toBe('header-not-valid');
            return;
          }
          const { text } = await sentMessage(world, result.emailId);
          const message = text.slice(text.indexOf('\r\nFrom: ') + 2);
          expect(message).toMatch(/^[\x00-\x7f]*$/);
          expect(Math.max(...message.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
          expect(await verify(await signing.sign(Buffer.from(message), signingKeys, signedAt), signing)).toEqual([
            'pass',
            'pass',
          ]);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

/** RFC 6376 §3.4.4: what verifiers differ in. */
describe('the body of a message that came over SMTP', () => {
  useWorld('example.com');

  async function sent(fields: readonly string[], body: string) {
    const text = lines('From: news@example.com', ...header, ...fields) + body;
    const emailId = acceptedId(await submitting(world).submit({ text: Buffer.from(text) }));
    const { text: whole } = await sentMessage(world, emailId);
    const end = whole.indexOf('\r\n\r\n');
    return { fields: whole.slice(0, end + 2), body: whole.slice(end + 4) };
  }

  const encoded = '\r\nContent-Transfer-Encoding: quoted-printable\r\n';

  it.each([
    ['nothing, without an empty line', [], ''],
    ['nothing', [], '\r\n'],
    ['an empty line', [], '\r\n\r\n'],
    [
      'blank lines',
      ['MIME-Version: 1.0', 'Content-Type: text/html', 'content-transfer-encoding: 8bit'],
      '\r\n \t\r\n\r\n  ',
    ],
    [
      'nothing in base64',
      ['MIME-Version: 1.0', 'Content-Type: text/plain', 'Content-Transfer-Encoding: base64'],
      '\r\n\r\n',
    ],
  ])('is a space where it has %s', async (_what, fields, body) => {
    const message = await sent(fields, body);
    expect(message.body).toBe('=20\r\n');
    expect(message.fields).toContain(encoded);
    expect(message.fields).toContain('\r\nMIME-Version: 1.0\r\n');
    expect(message.fields.match(/^(?:content-transfer-encoding|mime-version):/gim)).toHaveLength(2);
  });

  it.each([
    ['hello\r\n   \r\n \t\r\n', 'hello\r\n\r\n\r\n'],
    ['hello  \r\n-- \r\n\r\n  ', 'hello  \r\n-- \r\n\r\n'],
    ['a\r\n  \r\nb\r\n', 'a\r\n  \r\nb\r\n'],
  ])('has no blanks in its last lines, and is otherwise as it came: %j', async (body, expected) => {
    expect((await sent([], `\r\n${body}`)).body).toBe(expected);
  });

  it.each([
    ['the sender signed it', ['DKIM-Signature: v=1; d=example.org'], '\r\n'],
    [
      'it is no text',
      ['MIME-Version: 1.0', 'Content-Type: application/pdf', 'Content-Transfer-Encoding: base64'],
      '\r\n',
    ],
  ])('stays as it came where %s', async (_why, fields, body) => {
    expect((await sent(fields, `\r\n${body}`)).body).toBe(body);
  });

  it('keeps a signed part, whatever ends it', async () => {
    const part =
      '--b\r\nContent-Type: text/plain\r\n\r\nHi  \r\n \r\n--b\r\nContent-Type: application/pgp-signature\r\n\r\nx\r\n--b--\r\n';
    const fields = ['MIME-Version: 1.0', 'Content-Type: multipart/signed; boundary=b'];
    expect((await sent(fields, `\r\n${part} \r\n`)).body).toBe(`${part}\r\n`);
  });
});
