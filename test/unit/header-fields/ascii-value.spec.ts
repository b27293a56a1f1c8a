import PostalMime, { addressParser, decodeWords } from 'postal-mime';
import { asciiValue } from '../../../src/infrastructure/header-fields/ascii-value.js';
import { decodedWords, encodedWords, looksEncoded } from '../../../src/infrastructure/header-fields/encoded-words.js';
import { foldedField, longestLine, refolded } from '../../../src/infrastructure/header-fields/fold.js';
import { grammarOf, repeatedField } from '../../../src/infrastructure/header-fields/grammar.js';
import { parameter } from '../../../src/infrastructure/header-fields/parameters.js';
import fc, { runs } from '../../support/properties.js';

const written = (name: string, value: string) => asciiValue(grammarOf(name), value);

describe('the value of a structured field', () => {
  it.each([
    ['List-Unsubscribe', '<https://example.com/u?sig=abc=?x&y=1>, <mailto:u@example.com?subject==?x>'],
    ['list-help', '<https://example.com/=?utf-8?q?abc?=>'],
    ['In-Reply-To', '<=?utf-8?q?abc?=@example.com>'],
    ['References', '<a@example.com>\t<=?utf-8?q?abc?=@example.com>'],
    ['Disposition-Notification-To', '=?utf-8?Q?J=C3=BCrgen?= <j@example.com>'],
    ['Auto-Submitted', 'auto-generated; note="=?utf-8?q?x?="'],
    ['Feedback-ID', 'a=?b:c:d:e'],
    ['Precedence', 'bulk'],
  ])('stays as it is where it is ASCII: %s: %s', (name, value) => {
    expect(written(name, value)).toEqual({ value });
  });

  it.each([
    [
      'List-Unsubscribe',
      '<https://exämple.com/abmelden?n=Müller&sig==?x>',
      '<https://xn--exmple-cua.com/abmelden?n=M%C3%BCller&sig==?x>',
    ],
    [
      'List-Help',
      '<HTTPS://ä:ö@exämple.com:8443/ü#é>',
      '<HTTPS://%C3%A4:%C3%B6@xn--exmple-cua.com:8443/%C3%BC#%C3%A9>',
    ],
    [
      'List-Post',
      '<mailto:bücher@exämple.com?subject=Grüße> (Bücher)',
      '<mailto:b%C3%BCcher@xn--exmple-cua.com?subject=Gr%C3%BC%C3%9Fe> (=?UTF-8?Q?B=C3=BCcher?=)',
    ],
    ['Archived-At', 'https://example.com/grüße', 'https://example.com/gr%C3%BC%C3%9Fe'],
    ['Content-Location', 'bilder/grüße.png', 'bilder/gr%C3%BC%C3%9Fe.png'],
    ['In-Reply-To', '<1@größe.example>', '<1@xn--gre-6ka8i.example>'],
    ['List-ID', 'Bücher <bücher.example.com>', '=?UTF-8?Q?B=C3=BCcher?= <xn--bcher-kva.example.com>'],
    ['Keywords', 'one, Grüße aus Köln', 'one, =?UTF-8?Q?Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln?='],
    ['X-Priority', '1 (höchste)', '1 (=?UTF-8?Q?h=C3=B6chste?=)'],
    ['Disposition-Notification-To', '"Jürgen" <j@exämple.com>', '=?UTF-8?Q?J=C3=BCrgen?= <j@xn--exmple-cua.com>'],
    [
      'Reply-To',
      'O\'Brien "Jürgen" <a@example.com>, b@example.com (Büro), Gruß:c@example.com;',
      '=?UTF-8?Q?O=27Brien_J=C3=BCrgen?= <a@example.com>, b@example.com (=?UTF-8?Q?B=C3=BCro?=), =?UTF-8?Q?Gru=C3=9F?=:c@example.com;',
    ],
    ['Received', 'from größe by mx', 'from gr?e by mx'],
    [
      'Content-Disposition',
      'attachment; filename="Größe.pdf"; size=3',
      "attachment; filename*=utf-8''Gr%C3%B6%C3%9Fe.pdf; size=3",
    ],
    ['Content-Type', 'text/csv; name=Größe 1.csv', "text/csv; name*=utf-8''Gr%C3%B6%C3%9Fe%201.csv"],
    ['Content-Disposition', 'attachment; filename="Größe"; filename*=utf-8\'\'x', "attachment; filename*=utf-8''x"],
  ])('becomes ASCII by its grammar: %s: %s', (name, value, ascii) => {
    expect(written(name, value)).toEqual({ value: ascii });
  });

  it.each([
    ['In-Reply-To', '<größe@example.com>', 'an identifier with characters outside ASCII'],
    ['To', 'a@example.com, Jürgen <jürgen@example.com>', 'an address with characters outside ASCII before its @'],
    ['Reply-To', 'jürgen@example.com', 'an address with characters outside ASCII before its @'],
    ['List-Unsubscribe', '<https://ex\u00a0ämple.com/u>', 'a URL whose host is no domain name'],
    ['Auto-Submitted', 'größe', 'characters outside ASCII where its syntax allows none'],
    ['Content-Type', 'größe/x', 'characters outside ASCII where its syntax allows none'],
  ])('is refused where nothing can be encoded: %s: %s', (name, value, problem) => {
    expect(written(name, value)).toEqual({ problem });
  });

  it('is text where nothing is known of the field', () => {
    expect(written('X-Campaign', 'Grüße <a@b>')).toEqual({ value: '=?UTF-8?Q?Gr=C3=BC=C3=9Fe_=3Ca=40b=3E?=' });
    expect(written('Subject', '=?utf-8?Q?Gr=C3=BC=C3=9Fe?= für')).toEqual({
      value: '=?UTF-8?Q?Gr=C3=BC=C3=9Fe_f=C3=BCr?=',
    });
  });

  it('is read elsewhere as it was meant, whatever the names are', async () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'ü', '你', '"', '\\', ' ', ',', '🦉', '('),
      minLength: 1,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 4 }), async (names) => {
        const shown = names.map((each) => each.replace(/ +/g, ' ').trim());
        const value = shown.map((each, n) => `"${each.replace(/["\\]/g, '\\$&')}" <u${n}@example.com>`).join(',');
        const ascii = written('To', value);
        if ('problem' in ascii) throw new Error(ascii.problem);
        expect(ascii.value).toMatch(/^[\x20-\x7e]*$/);
        const { to } = await PostalMime.parse(`${foldedField('To', 'mailboxes', ascii.value)}\r\n`);
        expect(to).toEqual(shown.map((each, n) => ({ name: each, address: `u${n}@example.com` })));
      }),
      { numRuns: runs(200) },
    );
  });

  it('takes linear time, whatever it is', () => {
    for (const piece of ['(', '"', '<', '(a', 'ü(', '=?', '=?a?b?', ',', '\\"', '<"', 'ü@', ';ü=', '    ']) {
      const value = piece.repeat(10_000);
      for (const name of ['To', 'List-Help', 'References', 'Content-Type', 'Keywords', 'Subject']) {
        const startedAt = performance.now();
        written(name, `ü${value}ü`);
        foldedField(name, grammarOf(name), `ü${value}`);
        refolded(`${name}: ${value}\r\n`, grammarOf(name));
        expect(performance.now() - startedAt).toBeLessThan(2_000);
      }
    }
  });
});

describe('encoded words', () => {
  const texts = fc.string({
    unit: fc.constantFrom('a', ' ', 'é', '你', '🦉', '=', '?', '_', 'ж', '\ud800', '"'),
    minLength: 1,
    maxLength: 200,
  });

  it('bring back any text, in words that every reader takes', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const words = encodedWords(text).split(' ');
        for (const [index, word] of words.entries()) {
          expect(word).toMatch(/^=\?UTF-8\?(?:Q\?[!-<>-~=]*|B\?[A-Za-z\d+/]*={0,2})\?=$/);
          expect(word.length).toBeLessThanOrEqual(75);
          const [, , encoding, content = ''] = word.split('?');
          const octets = Buffer.from(content, 'base64');
          // RFC 2047 §5: whole characters; and only the last may be padded.
          if (encoding === 'B') expect(Buffer.from(octets.toString())).toEqual(octets);
          if (encoding === 'B' && index < words.length - 1) expect(content).not.toContain('=');
        }
        expect(decodeWords(words.join('\r\n '))).toBe(Buffer.from(text).toString());
      }),
      { numRuns: runs(500) },
    );
  });

  it('of base64 end at whole triples where characters of one, two, three and four octets are mixed', () => {
    for (const text of [`a${'你'.repeat(60)}`, `é${'好'.repeat(40)}ab`, 'жя'.repeat(60), `${'🦉'.repeat(50)}你`]) {
      const words = encodedWords(text).split(' ');
      expect(words.slice(0, -1).filter((word) => word.startsWith('=?UTF-8?B') && word.endsWith('=?='))).toEqual([]);
      expect(decodeWords(words.join(' '))).toBe(text);
    }
  });

  it('in windows-1252 are read with its quotes and its euro, which not every decoder knows', () => {
    expect(decodedWords('=?windows-1252?Q?Don=92t_pay_=80_5?=')).toBe('Don’t pay € 5');
  });

  it('are seen where a reader may see one', () => {
    for (const text of ['=?utf-8?Q?a?=', 'see =?x?b?a b?= here', '=?utf-8*de?q??='])
      expect(looksEncoded(text)).toBe(true);
    for (const text of ['a=?b', '=?utf-8?X?a?=', 'https://example.com/?a=?b?=', '=?utf-8?Q?a']) {
      expect(looksEncoded(text)).toBe(false);
      expect(decodedWords(text)).toBe(text);
    }
  });
});

describe('a parameter', () => {
  const read = async (lines: readonly string[]): Promise<string | undefined> => {
    const field = ['Content-Disposition: attachment', ...lines].join(';\r\n ');
    const { attachments } = await PostalMime.parse(`${field}\r\nContent-Type: a/b\r\n\r\nx`);
    return attachments[0]?.filename ?? undefined;
  };

  it.each(['report.pdf', 'my report (1).pdf', `${'a'.repeat(240)}.pdf`, 'say "hi" \\.pdf', "l'été.pdf"])(
    'brings back %j',
    async (name) => {
      expect(await read(parameter('filename', name))).toBe(name);
    },
  );

  it('is never what looks like an encoded word', () => {
    // Python reads no value in a token with a mark of RFC 2231.
    expect(parameter('filename', "it's.txt")).toEqual([`filename="it's.txt"`]);
    expect(parameter('filename', '=?utf-8?Q?a?=.pdf')).toEqual(["filename*=utf-8''%3D%3Futf-8%3FQ%3Fa%3F%3D.pdf"]);
  });

  it.each(['レポート'.repeat(60), 'ü'.repeat(255), '🦉'.repeat(64), '你'.repeat(20)])(
    'has at most ten sections: %.20s…',
    async (name) => {
      const lines = parameter('filename', name);
      expect(lines.length).toBeLessThanOrEqual(10);
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(longestLine);
      expect(await read(lines)).toBe(name);
    },
  );
});

describe('folding', () => {
  const addresses = Array.from(
    { length: 31 },
    (_, n) => `"Person, Number ${n}" <person.number.${n}@subdomain.example.com>`,
  );

  it('breaks a line that is too long at places where white space may stand', () => {
    for (const joint of [',', ', ']) {
      const field = refolded(`To: ${addresses.join(joint)}\r\n`, 'mailboxes');
      const lines = field?.split('\r\n') ?? [];
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(78);
      expect(addressParser((field ?? '').slice(4).replace(/\r\n/g, '')).length).toBe(31);
      expect(field?.replace(/\s/g, '')).toBe(`To:${addresses.join(joint)}`.replace(/\s/g, ''));
    }
    const ids = Array.from({ length: 40 }, (_, n) => `<${n}.aaaaaaaaaaaaaaaaaaaa@mail.example.com>`);
    expect(refolded(`References:${ids.join('')}\r\n`, 'ids')).toBe(
      `References:${ids.join('')}\r\n`.replaceAll('><', '>\r\n <'),
    );
    expect(
      refolded(`Subject: ${'word '.repeat(300)}end\r\n`, 'text')
        ?.split('\r\n')
        .every(({ length }) => length <= 76),
    ).toBe(true);
  });

  it('leaves the lines that fit', () => {
    const field = `X-Long: short\r\n\t${'word '.repeat(200)}\r\n  kept   as it is \r\n`;
    expect(refolded(field, 'text')).toMatch(
      /^X-Long: short\r\n\tword(?: word|\r\n word)*\s*\r\n {2}kept {3}as it is \r\n$/,
    );
  });

  it('is impossible within a word', () => {
    expect(refolded(`X-Json: ${'x'.repeat(999)}\r\n`, 'text')).toBeUndefined();
    expect(refolded(`X-Csv: ${'x,'.repeat(999)}\r\n`, 'text')).toBeUndefined();
    expect(refolded(`List-Help: <https://example.com/${'x'.repeat(999)}>\r\n`, 'uris')).toBeUndefined();
  });
});

it('names a field that stands twice and may not', () => {
  expect(repeatedField(['To', 'X-A', 'X-A', 'content-type', 'Received', 'Received', 'CONTENT-TYPE'])).toBe(
    'Content-Type',
  );
  expect(
    repeatedField(['To', 'Received', 'Received', 'DKIM-Signature', 'DKIM-Signature', 'Comments', 'comments']),
  ).toBeUndefined();
});
