import { withQuotedLocalPart, writtenLocalPart } from '../../../src/infrastructure/addresses/local-part.js';
import fc from '../../support/properties.js';

describe('a local part', () => {
  it.each([
    ['"john"', 'john'],
    ['"john.doe+tag"', 'john.doe+tag'],
    ['"\\j\\o\\h\\n"', 'john'],
    ['"jürgen"', 'jürgen'],
    ['"john doe"', '"john doe"'],
    ['"john\\ doe"', '"john doe"'],
    ['"a@b>"', '"a@b>"'],
    ['"a\\"b\\\\c"', '"a\\"b\\\\c"'],
    ['".john"', '".john"'],
    ['john', 'john'],
    ['a..b.', '"a..b."'],
    ['कृ\u200dष्ण', 'कृ\u200dष्ण'],
  ])('that is written %s is %s', (text, written) => {
    expect(writtenLocalPart(text)).toBe(written);
  });

  it.each(['', 'a b', 'a\u00a0b', 'a\u200bb', '""', '"', '"a', '"a"b"', '"a\\"', '"a\r\nb"', '"a\\\nb"', '"\u0085"'])(
    'is none: %j',
    (text) => {
      expect(writtenLocalPart(text)).toBeUndefined();
    },
  );

  it('is the same, however it is quoted', () => {
    const character = fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code));
    const escaped = fc.array(fc.tuple(character, fc.boolean()), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(escaped, (characters) => {
        const quoted = (always: boolean): string =>
          `"${characters.map(([each, also]) => (/["\\]/.test(each) || always || also ? `\\${each}` : each)).join('')}"`;
        const written = writtenLocalPart(quoted(false));
        expect(writtenLocalPart(quoted(true))).toBe(written);
        expect(writtenLocalPart(written ?? '')).toBe(written);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a command with a quoted local part', () => {
  const parsed = (command: string) =>
    withQuotedLocalPart(Buffer.from(command), (text) => {
      const address = /^[^<]*<([^>"\s]*)>(?: .*)?$/.exec(text)?.[1];
      return address === undefined ? false : { address, text };
    });

  it.each([
    ['RCPT TO:<"john doe"@example.com>', '"john doe"@example.com', 'RCPT TO:<x@example.com>'],
    ['RCPT TO:<"a>b"@example.com> NOTIFY=NEVER', '"a>b"@example.com', 'RCPT TO:<x@example.com> NOTIFY=NEVER'],
    ['MAIL FROM: <"john"@example.com>', 'john@example.com', 'MAIL FROM: <x@example.com>'],
    ['RCPT TO:<@relay.example:"a b"@example.com>', '"a b"@example.com', 'RCPT TO:<@relay.example:x@example.com>'],
    ['RCPT TO:<john@example.com>', 'john@example.com', 'RCPT TO:<john@example.com>'],
  ])('is parsed by one that knows none: %s', (command, address, given) => {
    expect(parsed(command)).toMatchObject({ text: given });
    const { address: found = '' } = parsed(command) || {};
    expect(found.endsWith(address)).toBe(true);
  });

  it.each([
    'RCPT TO:<"john doe@example.com>',
    'RCPT TO:<"a"b"@example.com>',
    'RCPT TO:<""@example.com>',
    'RCPT TO:<"a b">',
    'RCPT TO:<"a b"@exa mple.com>',
    'RCPT TO:<"a b"@example.com',
    'RCPT TO:<x"a b"@example.com>',
  ])('is none: %s', (command) => {
    expect(parsed(command)).toBe(false);
  });
});
