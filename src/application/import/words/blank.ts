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

/** Zero-width marks and those of a writing direction, which no eye sees and which no address or name needs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is one of these
const unseen = /[\u0000\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** Some programs separate cells by one: what stands on both sides is not one word. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
const controls = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]+/g;
/** Text that a spreadsheet must not change, or shows for a link. */
const formula = /^=(?:HYPERLINK\((?:"(?:[^"]|"")*"[,;]\s*)?)?"((?:[^"]|"")*)"\)?$/i;

/**
 * Undefined for an empty cell, or for a word that stands for one. Our own files put an apostrophe before what a
 * spreadsheet would take for a formula.
 */
export function cellText(cell: string | undefined): string | undefined {
  const seen = (cell ?? '').replace(unseen, '').replace(controls, ' ').trim();
  const text = seen.startsWith('=')
    ? seen.replace(formula, (_, said: string) => said.replaceAll('""', '"').trim())
    : seen;
  if (text === '' || nullWords.has(text)) return undefined;
  return /^'[=+\-@＝＋－＠\t]/.test(text) ? text.slice(1) : text;
}
