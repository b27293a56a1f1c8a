import { isEmail } from 'class-validator';
import { messageReader } from '../../../src/infrastructure/message-reader/message-reader.js';
import fc, { runs } from '../../support/properties.js';

const field = (value: string | Buffer) => ({
  name: 'From',
  bytes: Buffer.concat([Buffer.from('From: '), Buffer.from(value), Buffer.from('\r\n')]),
});

describe('the mailboxes of a field', () => {
  it.each(['a:', 'a:b@c.test;', '"@,', '(', 'a@b.test,'])('are read of its first 64 KiB: many %s', (piece) => {
    const before = process.cpuUsage();
    const list = `first@one.test, ${piece.repeat(2_000_000 / piece.length)}`;
    expect(messageReader.mailboxes(field(list))[0]?.address).toBe('first@one.test');
    expect(messageReader.soleMailbox(field(list))).toBeUndefined();
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
  });
});

describe('the sole mailbox of a field', () => {
  it.each([
    ['news@example.com', { name: null, address: 'news@example.com' }],
    ['<news@example.com>', { name: null, address: 'news@example.com' }],
    ['News <News@EXAMPLE.com>', { name: 'News', address: 'News@example.com' }],
    ['"Doe, Jane" <jane@example.com>', { name: 'Doe, Jane', address: 'jane@example.com' }],
    ['=?utf-8?Q?B=C3=BCro?=\r\n <office@example.com>', { name: 'Büro', address: 'office@example.com' }],
    ['Büro <office@bücher.example>', { name: 'Büro', address: 'office@xn--bcher-kva.example' }],
    ['"a@b.test" <jane@example.com>', { name: 'a@b.test', address: 'jane@example.com' }],
    ['"jane doe"@Example.com', { name: null, address: '"jane doe"@example.com' }],
    ['Jane <"jane doe"@example.com>', { name: 'Jane', address: '"jane doe"@example.com' }],
    ['"Jane" <"jane"@example.com>', { name: 'Jane', address: 'jane@example.com' }],
    ['jane@example.com (Jane Doe)', { name: 'Jane Doe', address: 'jane@example.com' }],
    ['Jane (at work) <jane@example.com>', { name: 'Jane', address: 'jane@example.com' }],
  ])('is read: %s', (value, mailbox) => {
    expect(messageReader.soleMailbox(field(value))).toEqual(mailbox);
  });

  it.each([
    '',
    'nobody',
    'a@example.com, b@example.com',
    'Team: a@example.com;',
    'a@example.com b@example.com',
    '<a@example.com> <b@example.com>',
    'a@example.com <b@example.com> c',
    '"unfinished <a@example.com>',
    'Name (unfinished <a@example.com>',
    '<a@example.com',
    'a@[127.0.0.1]',
    '"a@b.test"@example.com',
    '"a, b"@example.com',
    '"a b"@x.test, "c d"@example.com',
    '"a b"@x.test <jane@example.com> <"c d"@example.com>',
    'quoted-local-part@x.test "a b"@example.com',
    'a@localhost',
    'ceo@bank.test <jane@example.com>',
    'The ceo@bank.test team <jane@example.com>',
    'jane(ceo)@example.com',
    'Jane <jane@(bank.test)example.com>',
    'Jane <jane@example.com (ceo)>',
    '(ceo@bank.test) <jane@example.com>',
    'jane@example.com (ceo@bank.test)',
  ])('is none: %j', (value) => {
    expect(messageReader.soleMailbox(field(value))).toBeUndefined();
  });
});

describe('what is plainly written', () => {
  const run = (characters: string, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength });
  const aroundLimit = fc.constantFrom(1, 60, 62, 63, 64, 65).map((characters) => 'a'.repeat(characters));
  const localPart = fc.oneof(run('aZ9_+-.', 12), aroundLimit);
  const domain = fc.oneof(
    fc.array(run('aZ9-_', 5), { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.')),
    fc.array(aroundLimit, { minLength: 2, maxLength: 5 }).map((labels) => labels.join('.')),
  );
  const address = fc.tuple(localPart, domain).map((parts) => parts.join('@'));
  const words = fc.array(run('aZ9', 6), { minLength: 1, maxLength: 4 }).map((each) => each.join(' '));

  it('is an address where the rules for all of them say so', () => {
    fc.assert(
      fc.property(address, (written) => {
        // Those are quoted, which that library does not do.
        fc.pre(!/^\.|\.\.|\.@/.test(written));
        const at = written.indexOf('@');
        const known = isEmail(written, { allow_utf8_local_part: true });
        expect(messageReader.address(written)).toBe(
          known ? written.slice(0, at) + written.slice(at).toLowerCase() : undefined,
        );
      }),
      { numRuns: runs(3_000) },
    );
  });

  it('is the same mailbox as it is with quotes and a comment', () => {
    fc.assert(
      fc.property(fc.tuple(words, address), ([name, written]) => {
        const plain = [field(`${name} <${written}>`), field(`<${written}>`), field(written)];
        const other = [field(`"${name}" <${written}>`), field(`"" <${written}>`), field(`() ${written}`)];
        expect(plain.map(messageReader.soleMailbox)).toEqual(other.map(messageReader.soleMailbox));
        expect(plain.map(messageReader.mailboxes)).toEqual(other.map(messageReader.mailboxes));
      }),
      { numRuns: runs(1_000) },
    );
  });
});

describe('the mailboxes of a field', () => {
  it.each([
    ['"john doe"@example.com', ['"john doe"@example.com']],
    ['John <"john doe"@Example.com>, b@example.com', ['"john doe"@example.com', 'b@example.com']],
    ['"john"@example.com', ['john@example.com']],
    ['"a@b"@example.com, <"a\\"b"@example.com>', ['"a@b"@example.com', '"a\\"b"@example.com']],
    ['john doe@@example.com', []],
  ])('may have local parts in quotes: %s', (value, addresses) => {
    expect(messageReader.mailboxes(field(value)).map(({ address }) => address)).toEqual(addresses);
  });
});

describe('a comment in a comment', () => {
  it.each([
    [
      'ann@example.org (Ann (sales)), b@example.com',
      [{ name: 'Ann (sales)', address: 'ann@example.org' }, 'b@example.com'],
    ],
    ['Ann (\\((a) b) <ann@example.org>', [{ name: 'Ann', address: 'ann@example.org' }]],
    ['"(a (b" <ann@example.org>, b@example.com', [{ name: '(a (b', address: 'ann@example.org' }, 'b@example.com']],
  ])('is part of it: %s', (value, found) => {
    const right = found.map((one) => (typeof one === 'string' ? { name: null, address: one } : one));
    expect(messageReader.mailboxes(field(value))).toEqual(right);
  });
});

describe('the fields of a header', () => {
  it('are kept as they are written, folded lines and odd spaces too', () => {
    const section = Buffer.from('Subject:  a\r\n\t b \r\nX-Odd :c\r\nLast: d');
    const fields = messageReader.fields(section) ?? [];
    expect(fields.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
      ['Subject', 'Subject:  a\r\n\t b \r\n'],
      ['X-Odd', 'X-Odd :c\r\n'],
      ['Last', 'Last: d'],
    ]);
    expect(fields.map((each) => messageReader.value(each))).toEqual(['a\t b', 'c', 'd']);
  });

  it.each(['no field', ' folded: first\r\n', 'A: b\r\n: c\r\n', 'Gr\u00fc\u00dfe: x'])('are none in %j', (section) => {
    expect(messageReader.fields(Buffer.from(section))).toBeUndefined();
  });

  it('are shown as people read them, without what steers a terminal', () => {
    const subject = { name: 'Subject', bytes: Buffer.from('Subject: =?iso-8859-1?B?R3L832U=?= \u001b[31m\r\n') };
    expect(messageReader.text(subject)).toBe('Grüße  [31m');
    const latin1 = { name: 'Subject', bytes: Buffer.from('Subject: Gr\u00fc\u00dfe', 'latin1') };
    expect(messageReader.text(latin1)).toBe('Grüße');
    const from = { name: 'From', bytes: Buffer.from('From: =?windows-1252?Q?O=92Brien?= <o@example.com>') };
    expect(messageReader.mailboxes(from)).toEqual([{ name: 'O’Brien', address: 'o@example.com' }]);
  });
});
