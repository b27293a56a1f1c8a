import papaparse from 'papaparse';
import type { CsvWriter } from '../../application/ports/csv.js';

const newline = '\r\n';
/**
 * What spreadsheets take for the beginning of a formula, in every width and form of `=`, `+`, `-` or `@`.
 */
const formula =
  /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207a\u207b\u207c\u208a\u208b\u208c\u2212\ufb29]/;

export const csvWriter: CsvWriter = {
  lines(rows) {
    if (rows.length === 0) return '';
    // The library wants arrays that it could change.
    const data = rows.map((row) => row.map((cell) => cell ?? ''));
    return papaparse.unparse(data, { escapeFormulae: formula, newline }) + newline;
  },
};
