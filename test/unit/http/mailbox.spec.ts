import { describe, expect, it } from '@jest/globals';
import { parseMailbox } from '../../../src/infrastructure/http/edge/mailbox.js';
import fc from '../../support/properties.js';

describe('a mailbox in a request', () => {
  it.each([
    ['a@example.com', null, 'a@example.com'],
    ['  a@example.com ', null, 'a@example.com'],
    ['<a@example.com>', null, 'a@example.com'],
    ['Name <a@example.com>', 'Name', 'a@example.com'],
    ['Name<a@example.com>', 'Name', 'a@example.com'],
    ['"Name" <a@example.com>', 'Name', 'a@example.com'],
    ['"A \\"B\\" \\\\ C" <a@example.com>', 'A "B" \\ C', 'a@example.com'],
    ['"a, b; <c@x.example>" <a@example.com>', 'a, b; <c@x.example>', 'a@example.com'],
    ['"" <a@example.com>', null, 'a@example.com'],
    ['Example, Inc. (Sales) <a@example.com>', 'Example, Inc. (Sales)', 'a@example.com'],
    ['a@example.com <a@example.com>', 'a@example.com', 'a@example.com'],
    ['日本 <a@example.com>', '日本', 'a@example.com'],
    ["O'Neil+tag@Example.COM", null, "O'Neil+tag@example.com"],
    ['"a b"@Example.com', null, '"a b"@example.com'],
    ['Name <"a.b"@example.com>', 'Name', 'a.b@example.com'],
    ['a@BÜCHER.example', null, 'a@xn--bcher-kva.example'],
    ['a@xn--bcher-kva.example', null, 'a@xn--bcher-kva.example'],
    [`${'l'.repeat(64)}@example.com`, null, `${'l'.repeat(64)}@example.com`],
  ])('%s', (text, name, address) => {
    expect(parseMailbox(text)).toEqual({ name, address });
  });

  it.each([
    '',
    'a',
    '@',
    'a@',
    '@example.com',
    'a@example',
    'a@example.',
    'a@.example.com',
    'a@example..com',
    'a..b@example.com',
    '.a@example.com',
    'a b@example.com',
    'a@exa mple.com',
    'a@-example.com',
    'a@exa_mple.com',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@0x7f.1',
    'a@exa%6dple.com',
    'a@bü%6d.example',
    'a@bü/x.example',
    'ü@example.com',
    '""@example.com',
    '"a"b"@example.com',
    '"ü b"@example.com',
    '"a b"@example.com, c@example.com',
    'a@b@example.com',
    'a@example.com,b@example.com',
    'a@example.com; b@example.com',
    'a@example.com, B <b@example.com>',
    'A <a@example.com>, B <b@example.com>',
    'Name <a@example.com',
    'Name a@example.com>',
    'Name <<a@example.com>>',
    'Name <a@example.com> trailing',
    '"Name <a@example.com>',
    'Na"me <a@example.com>',
    '"Name" "Other" <a@example.com>',
    'Name <>',
    `${'l'.repeat(65)}@example.com`,
    `a@${'d'.repeat(64)}.example`,
    `${'l'.repeat(60)}@${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(63)}.example`,
    `${'n'.repeat(999)} <a@example.com>`,
  ])('not one mailbox: %s', (text) => {
    expect(parseMailbox(text)).toBeUndefined();
  });

  it('whatever it takes has one at sign, a lower-case ASCII domain of two labels, and fits an SMTP command', () => {
    const piece = fc.constantFrom(
      'a',
      'B',
      '@',
      '.',
      '<',
      '>',
      '"',
      '\\',
      ' ',
      ',',
      ';',
      ':',
      'ü',
      '.example',
      '%41',
      '-',
      '_',
      '(',
      ')',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
        const parsed = parseMailbox(pieces.join(''));
        if (parsed === undefined) return;
        const at = parsed.address.lastIndexOf('@');
        expect(parsed.address.slice(at)).toMatch(/^@[a-z0-9-]+(\.[a-z0-9-]+)+$/);
        expect(parsed.address.slice(0, at)).toMatch(/^(?:[^\s@<>"\\,;:()]+|"(?:[^"\\]|\\.)+")$/);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is none in hostile input', () => {
    for (const text of [
      '"'.repeat(500_000),
      `${'\\"'.repeat(300_000)} <a@example.com>`,
      '<'.repeat(500_000),
      `${'a.'.repeat(300_000)}@example.com`,
    ]) {
      expect(parseMailbox(text)).toBeUndefined();
    }
  });
});
