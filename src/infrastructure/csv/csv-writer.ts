import papaparse from 'papaparse';
import type { CsvWriter } from '../../application/ports/csv.js';

const newline = '\r\n';

export const csvWriter: CsvWriter = {
  lines(rows) {
    if (rows.length === 0) return '';
    // The library wants arrays that it could change.
    const data = rows.map((row) => row.map((cell) => cell ?? ''));
    return papaparse.unparse(data, { escapeFormulae: true, newline }) + newline;
  },
};
