import { decimalIn, numberOf } from '../../../../src/application/import/numbers.js';
import { readFile } from './read-file.js';

const read = (content: string | Buffer, encoding?: 'windows-1250' | 'shift_jis' | 'windows-1251') =>
  readFile(content, encoding === undefined ? {} : { settings: { encoding } });
const shown = (content: string | Buffer, encoding?: Parameters<typeof read>[1]) =>
  read(content, encoding).rows.map((row) =>
    'reason' in row
      ? row.reason
      : [row.fields.email, row.fields.firstName, row.fields.lastName].filter(Boolean).join(' '),
  );
const latin = (text: string) => Buffer.from(text, 'latin1');

describe('what a file is written in', () => {
  it.each([
    [
      'a mark is believed, and one bad byte fails its row',
      latin('\xef\xbb\xbfemail,first_name\na@e.example,Zo\xc3\xab\nb@e.example,Jos\xe9\nc@e.example,C\n'),
    ],
    [
      'one bad byte among UTF-8 fails its row',
      latin('email,first_name\na@e.example,Zo\xc3\xab\nb@e.example,Jos\xe9\nc@e.example,C\n'),
    ],
  ])('%s', (_name, file) => {
    expect(read(file).plan?.layout.encoding).toBe('utf-8');
    expect(shown(file)).toEqual([
      'a@e.example Zoë',
      'a character is not utf-8: correct it, or choose the encoding of the file',
      'c@e.example C',
    ]);
  });

  it.each([
    ['Windows-1252', latin('email,first_name\na@e.example,Jos\xe9\n'), 'José'],
    ['Windows-1252 with its quotes', latin('email,first_name\na@e.example,Ren\xe9e O\x92Hara\n'), 'Renée O’Hara'],
    ['Windows-1250, where signs of money stand in words', latin('email;first_name\na@e.example;\xa3ukasz\n'), 'Łukasz'],
    ['Windows-1251', latin('email;first_name\na@e.example;\xd1\xe5\xf0\xe3\xe5\xe9\n'), 'Сергей'],
    ['UTF-16 without a mark', Buffer.from('email,first_name\na@e.example,Zoë\n', 'utf16le'), 'Zoë'],
    ['UTF-16, the other way around', Buffer.from('email,first_name\na@e.example,Zoë\n', 'utf16le').swap16(), 'Zoë'],
  ])('is found: %s', (_name, file, name) => expect(shown(file)).toEqual([`a@e.example ${name}`]));

  it.each([
    ['windows-1250', '\xc8en\xeck', 'Čeněk'],
    ['windows-1251', '\xce\xeb\xe5\xe3', 'Олег'],
    // The second byte of the first character is a backslash.
    ['shift_jis', '"\x95\x5c"', '表'],
  ] as const)('can be chosen: %s', (encoding, bytes, name) => {
    expect(shown(latin(`email,first_name\na@e.example,${bytes}\nb@e.example,B\n`), encoding)).toEqual([
      `a@e.example ${name}`,
      'b@e.example B',
    ]);
  });
});

describe('how a file is laid out', () => {
  it.each([
    ['a separator that is named', 'sep=;\r\nemail;first_name\r\na@e.example;A,B\r\n', ['a@e.example A,B']],
    ['spaces before quotes', '"email" , "first_name"\na@e.example , "A, B"\n', ['a@e.example A, B']],
    [
      'apostrophes',
      "email,first_name\n'a@e.example','A, B'\n'b@e.example','O''Neil'\n",
      ['a@e.example A, B', "b@e.example O'Neil"],
    ],
    [
      'backslashes before quotes',
      'email,first_name,attributes\na@e.example,A,"{\\"city\\": \\"Ulm\\", \\"age\\": 4}"\n',
      ['a@e.example A'],
    ],
    [
      'a backslash at the end of a cell',
      'email,first_name\na@e.example,"C:\\"\nb@e.example,B\n',
      ['a@e.example C:\\', 'b@e.example B'],
    ],
    [
      'titles above the header',
      'Contacts,,\nGenerated 2026-11-28,,\n\nemail,first_name,city\na@e.example,A,Ulm\n',
      ['a@e.example A'],
    ],
    ['a NUL in a name', 'email,first_name\na@e.example,A\u0000nn\n', ['a@e.example Ann']],
    [
      'words for nothing',
      'email,first_name,last_name\na@e.example,NULL,#N/A\nb@e.example,Nan,Null\n',
      ['a@e.example', 'b@e.example Nan Null'],
    ],
    ['columns of one name', 'email,email,first_name\n,a@e.example,A\n', ['a@e.example A']],
    [
      'addresses with more around them',
      'email,first_name\n"Ann Ahl <a@e.example>",\nmailto:b@e.example,B\n\u200bc@e.example;,C\n',
      ['a@e.example Ann Ahl', 'b@e.example B', 'c@e.example C'],
    ],
    [
      'formulas of a spreadsheet, and its mark of text',
      'email,first_name\n"=""a@e.example""",="A"\n="b@e.example",B\n\'c@e.example,C\n"=HYPERLINK(""mailto:d@e.example"",""d@e.example"")",D\n',
      ['a@e.example A', 'b@e.example B', 'c@e.example C', 'd@e.example D'],
    ],
    ['marks of a writing direction', 'email,first_name\n\u200ea@e.example\u202c,A\n', ['a@e.example A']],
  ])('%s', (_name, file, expected) => expect(shown(file)).toEqual(expected));

  it('fails a row with more cells than the header, with its line, and one that ends before who agreed', () => {
    const file = 'email,first_name,unsubscribed\na@e.example,Doe, Ann,no\nb@e.example,B\nc@e.example,C,no,,,\n';
    expect(shown(file)).toEqual([
      'the row has more cells than the header, which has 3: quote cells that hold a separator',
      'the row ends before the column that says who agreed',
      'c@e.example C',
    ]);
    expect(read(file).plan?.samples.map(({ line }) => line)).toEqual([2, 3, 4]);
  });

  it('keeps no more cells of a row than the header has, and a few', () => {
    const { plan, rows } = read(`email,first_name\na@e.example,${'x,'.repeat(50_000)}\n`);
    expect(plan?.samples[0]?.cells.length).toBeLessThan(50);
    expect(rows[0]).toMatchObject({ reason: expect.stringContaining('more cells') });
    expect(read(`email,${'x,'.repeat(2_000)}\n`).refused).toBe('too-many-columns');
  });

  it.each([
    ['PK\x03\x04....[Content_Types].xml', 'not-csv'],
    ['PK\x03\x04....subscribed.csv', 'not-csv'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'not-csv'],
    ['%PDF-1.7', 'not-csv'],
    ['\x1f\x8b\x08', 'not-csv'],
    ['7z\xbc\xaf\x27\x1c', 'not-csv'],
    ['Rar!\x1a\x07', 'not-csv'],
    ['[{"email":"a@e.example"}]', 'not-csv'],
    ['<!DOCTYPE html><table>', 'not-csv'],
    ['', 'no-header'],
    ['ada@x.example,Ada\nbo@x.example,Bo\n', 'row-as-header'],
    ...[
      '^',
      ':',
      '~',
      '#',
      '/',
      '!',
      '*',
      '§',
      '¦',
      '·',
      '\\',
      '=',
      '->',
      ' ^ ',
      '<>',
      ' - ',
      '\x1f',
      '\x01',
      '\x0c',
      '\xa0',
    ].map((mark) => [
      `${['Email', 'First name'].join(mark)}\n${['ada@x.example', 'Ada'].join(mark)}\n`,
      'other-separator',
    ]),
    ['email    first_name\na@x.example    Ada Lo\nbob@x.example  Bo\n', 'other-separator'],
    ['email      name  status\nbob@x.example  active\nbroken         x\n', 'other-separator'],
    ['email      name\n---------- ----\na@x.example  Ada\n', 'other-separator'],
    ['mail addr^name\na@x.example^Ada\n', 'other-separator'],
    ['email^name^x\na@x.example^^\nbroken^B^\n', 'other-separator'],
    ['email\u0000name\na@x.example\u0000Ada\n', 'other-separator'],
    ['email~|~name\na@x.example~|~Ada\n', 'other-separator'],
    ['email\u001fname\u001ea@x.example\u001fAda\u001e', 'other-separator'],
    ['\xfeemail\xfe\x14\xfename\xfe\n\xfea@x.example\xfe\x14\xfeAda\xfe\n', 'other-separator'],
    ['a@x.example   Ada\nb@x.example   Bo\n', 'other-separator'],
    ['Ada;<ada@x.example>\nBo;<bo@x.example>\n', 'row-as-header'],
    ['mailto:ada@x.example\n', 'row-as-header'],
  ])('is no CSV: %j', (bytes, refused) => expect(read(latin(bytes)).refused).toBe(refused));
});

it.each([
  'email\na@x.example\u0000\u0000\nb@x.example\u0000\u0000\n',
  'email\nAda Lo <ada@x.example>\nmailto:bo@x.example;\n',
  'email address\nada@x.example (work)\nbo@x.example\ncid@x.example\n',
  'E-Mail\nann-lee@x.example\n',
  'Your email\nAnn <ann@x.example>\n',
  'e.mail\nann.ahl@x.example\n',
  'Email / e-mail\nann@x.example\n',
  'email\nann=b@x.example\nann=c@x.example\n',
])('takes one column for one: %j', (file) => expect(read(file).refused).toBeUndefined());

it('fails a row whose address is separators for the most part at once', () => {
  const before = process.cpuUsage().user;
  expect(shown(`email\tname\n${';'.repeat(200_000)}x\tA\n`)).toEqual([expect.stringContaining('not an email address')]);
  expect(process.cpuUsage().user - before).toBeLessThan(3_000_000);
});

describe('a number', () => {
  it.each([
    ['12,5', ',', 12.5],
    ['1.234', ',', 1234],
    ['1.234,56', ',', 1234.56],
    ['1 234', ',', 1234],
    ['1\u00a0234,5', ',', 1234.5],
    ["1'234.50", '.', 1234.5],
    ['1,234', '.', 1234],
    ['1,234.5', '.', 1234.5],
    ['-3', '.', -3],
    ['1e3', '.', 1000],
    ['007', '.', 7],
    ['12,5', '.', undefined],
    ['12.5', ',', undefined],
    ['0x1F', '.', undefined],
    ['9007199254740993', '.', undefined],
    ['1,23,456', '.', undefined],
    ['', '.', undefined],
    ['Infinity', '.', undefined],
  ] as const)('%j with decimals behind %j', (text, decimal, expected) =>
    expect(numberOf(text, decimal)).toBe(expected),
  );

  it.each([
    [['12,5', '1.234'], ',', ','],
    [['1.234', '7'], ';', ','],
    [['1.234', '7'], ',', '.'],
    [['0.5'], ';', '.'],
    [['1.234.567'], ',', ','],
  ] as const)('is written as its column: %j', (cells, separator, expected) =>
    expect(decimalIn(cells, separator)).toBe(expected),
  );
});
