import { describe, expect, it } from '@jest/globals';
import { readMailbox } from '../../../src/infrastructure/addresses/mailbox.js';
import fc from '../../support/properties.js';

describe('a mailbox as people write it', () => {
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
    ['"Foo" Bar <a@example.com>', 'Foo Bar', 'a@example.com'],
    ['O\'Brien "PJ" <a@example.com>', "O'Brien PJ", 'a@example.com'],
    ['"Name" "Other" <a@example.com>', 'Name Other', 'a@example.com'],
    ['J. "R. \\"Bob\\"" Dobbs <a@example.com>', 'J. R. "Bob" Dobbs', 'a@example.com'],
    ['Shop "a, b <c@x.example>" <a@example.com>', 'Shop a, b <c@x.example>', 'a@example.com'],
    ['Example, Inc. (Sales) <a@example.com>', 'Example, Inc. (Sales)', 'a@example.com'],
    ['a@example.com <a@example.com>', 'a@example.com', 'a@example.com'],
    ['日本 <a@example.com>', '日本', 'a@example.com'],
    ["O'Neil+tag@Example.COM", null, "O'Neil+tag@example.com"],
    ['"a b"@Example.com', null, '"a b"@example.com'],
    ['Name <"a.b"@example.com>', 'Name', 'a.b@example.com'],
    ['a..b@docomo.example', null, '"a..b"@docomo.example'],
    ['Taro <a.@example.com>', 'Taro', '"a."@example.com'],
    ['.a@example.com', null, '".a"@example.com'],
    ['"a..b"@example.com', null, '"a..b"@example.com'],
    ['a@BÜCHER.example', null, 'a@xn--bcher-kva.example'],
    ['a@xn--bcher-kva.example', null, 'a@xn--bcher-kva.example'],
    [`${'l'.repeat(64)}@example.com`, null, `${'l'.repeat(64)}@example.com`],
  ])('%s', (text, name, address) => {
    expect(readMailbox(text)).toEqual({ mailbox: { name, address } });
  });

  it.each([
    ['', 'no-domain'],
    ['a', 'no-domain'],
    ['@', 'no-domain'],
    ['a@', 'no-domain'],
    ['@example.com', 'no-local-part'],
    ['a@example', 'single-label'],
    ['a@localhost', 'single-label'],
    ['a@bücher', 'single-label'],
    ['a@example.c', 'top-level-domain'],
    ['a@example.123', 'top-level-domain'],
    ['a@0x7f.1', 'top-level-domain'],
    ['a@[127.0.0.1]', 'address-literal'],
    ['a@[IPv6:::1]', 'address-literal'],
    ['a@127.0.0.1', 'address-literal'],
    ['a@example.', 'label-not-valid'],
    ['a@.example.com', 'label-not-valid'],
    ['a@example..com', 'label-not-valid'],
    ['a@example.com.', 'label-not-valid'],
    ['a@exa mple.com', 'label-not-valid'],
    ['a@-example.com', 'label-not-valid'],
    ['a@example-.com', 'label-not-valid'],
    ['a@exa_mple.com', 'label-not-valid'],
    ['a@(none)', 'label-not-valid'],
    ['a@exa%6dple.com', 'label-not-valid'],
    ['a@bü%6d.example', 'label-not-valid'],
    ['a@bü/x.example', 'label-not-valid'],
    ['a@xn--zzzzzzzzzz--.example', 'label-not-valid'],
    [`a@${'d'.repeat(64)}.example`, 'label-not-valid'],
    ['Name <>', 'no-domain'],
    ['a b@example.com', 'local-part-not-valid'],
    ['..@example.com', 'local-part-not-valid'],
    ['a\tb@example.com', 'local-part-not-valid'],
    ['a(b)@example.com', 'local-part-not-valid'],
    ['""@example.com', 'local-part-not-valid'],
    ['"a"b"@example.com', 'local-part-not-valid'],
    ['ü@example.com', 'local-part-not-ascii'],
    ['"ü b"@example.com', 'local-part-not-ascii'],
    [`${'l'.repeat(65)}@example.com`, 'local-part-too-long'],
    [`${'l'.repeat(32)}..${'l'.repeat(29)}@example.com`, 'local-part-too-long'],
    [`${'l'.repeat(60)}@${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(63)}.example`, 'address-too-long'],
    ['=?utf-8?q?j=C3=BCrgen?=@example.com', 'encoded-word'],
    ['J <a@=?UTF-8?B?YsO8Y2hlcg==?=.example>', 'encoded-word'],
    ['"a b"@example.com, c@example.com', 'local-part-not-valid'],
    ['a@b@example.com', 'not-one-mailbox'],
    ['a@example.com,b@example.com', 'not-one-mailbox'],
    ['a@example.com; b@example.com', 'not-one-mailbox'],
    ['a@example.com, B <b@example.com>', 'not-one-mailbox'],
    ['A <a@example.com>, B <b@example.com>', 'not-one-mailbox'],
    ['Name a@example.com>', 'not-one-mailbox'],
    ['Name <<a@example.com>>', 'not-one-mailbox'],
    ['Name <a@example.com> trailing', 'not-one-mailbox'],
    ['Name <a@example.com', 'not-one-mailbox'],
    ['"Name <a@example.com>', 'name-not-valid'],
    ['Na"me <a@example.com>', 'name-not-valid'],
    ['"Name" "Other <a@example.com>', 'name-not-valid'],
    [`${'n'.repeat(999)} <a@example.com>`, 'name-not-valid'],
  ])('%s is none: %s', (text, fault) => {
    expect(readMailbox(text)).toMatchObject({ fault });
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
        const read = readMailbox(pieces.join(''));
        if ('fault' in read) return;
        const parsed = read.mailbox;
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
      expect(readMailbox(text)).toHaveProperty('fault');
    }
  });
});
