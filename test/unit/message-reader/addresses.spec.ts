import { messageReader } from '../../../src/infrastructure/message-reader/message-reader.js';

const field = (value: string | Buffer) => ({
  name: 'From',
  bytes: Buffer.concat([Buffer.from('From: '), Buffer.from(value), Buffer.from('\r\n')]),
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
    '"a b"@example.com',
    'a@localhost',
  ])('is none: %j', (value) => {
    expect(messageReader.soleMailbox(field(value))).toBeUndefined();
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
  });
});
