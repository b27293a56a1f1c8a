/** What programs write in place of nothing. `Null` and `Nan` are names of people. */
const nullWords = new Set([
  'NULL',
  'null',
  '(null)',
  '<null>',
  '\\N',
  'N/A',
  'n/a',
  '#N/A',
  '#NV',
  '#NULL!',
  '#REF!',
  '#VALUE!',
  '#NAME?',
  'None',
  'nil',
  'NaN',
  'nan',
  'undefined',
  '0000-00-00',
  '0000-00-00 00:00:00',
]);

/** Zero-width marks and control characters, which no eye sees and which no address or name has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b\u2060\ufeff]/g;

/**
 * Undefined for an empty cell, or for a word that stands for one. Our own files put an apostrophe before what a
 * spreadsheet would take for a formula.
 */
export function cellText(cell: string | undefined): string | undefined {
  const text = (cell ?? '').replace(unseen, '').trim();
  if (text === '' || nullWords.has(text)) return undefined;
  return /^'[=+\-@＝＋－＠\t]/.test(text) ? text.slice(1) : text;
}
