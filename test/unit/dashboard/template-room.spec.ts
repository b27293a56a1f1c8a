import { differingRows } from '../../../dashboard/src/kit/differing-rows.js';
import { hasDarkStyles, inScheme } from '../../../dashboard/src/kit/mail-schemes.js';

describe('lines that differ', () => {
  it('stand beside each other with their numbers; what is equal is folded away', () => {
    const lines = Array.from({ length: 10 }, (_, line) => `line ${line + 1}`);
    const rows = differingRows(lines.join('\n'), [...lines.slice(0, 9), 'changed', 'added'].join('\n'));
    expect(rows[0]).toEqual({ folded: 6 });
    expect(rows.slice(-2)).toEqual([
      { before: { number: 10, text: 'line 10' }, after: { number: 10, text: 'changed' }, isSame: false },
      { before: null, after: { number: 11, text: 'added' }, isSame: false },
    ]);
    expect(differingRows('same\n', 'same\n')).toEqual([]);
  });
});

describe('an email in the dark', () => {
  it('has its queries answered, whatever the reader’s own system prefers', () => {
    const document = '<style>@media (prefers-color-scheme: dark){a{}}@media (Prefers-Color-Scheme:light){b{}}</style>';
    expect(hasDarkStyles(document)).toBe(true);
    expect(hasDarkStyles('<p>dark</p>')).toBe(false);
    expect(inScheme(document, 'dark')).toBe('<style>@media (min-width: 0px){a{}}@media (max-width: 0px){b{}}</style>');
  });
});
