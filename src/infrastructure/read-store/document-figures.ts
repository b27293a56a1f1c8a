import type { DocumentShape, Scalar } from '../../application/ports/read-store.js';
import { openDatabase } from '../sqlite/database.js';
import { checkField, storedName } from './document-shape.js';

/** Numbers about documents for their operator; zero where a projection has none yet. */
export interface DocumentFigures {
  /** Those whose members equal these, and where the member named is not greater than the bound. */
  count(
    shape: DocumentShape,
    equals: Readonly<Record<string, Scalar>>,
    until?: { readonly field: string; readonly value: Scalar },
  ): number;
  close(): void;
}

/** The file must exist. */
export function openDocumentFigures(path: string): DocumentFigures {
  const database = openDatabase(path, { readOnly: true });
  const exists = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  return {
    count(shape, equals, until) {
      if (exists.get(storedName(shape)) === undefined) return 0;
      const fields = [...Object.keys(equals), ...(until === undefined ? [] : [until.field])];
      for (const field of fields) checkField(field, shape);
      const terms = Object.keys(equals).map((field) => `"${field}" = ?`);
      if (until !== undefined) terms.push(`"${until.field}" <= ?`);
      const where = terms.length === 0 ? '' : ` WHERE ${terms.join(' AND ')}`;
      const parameters = [...Object.values(equals), ...(until === undefined ? [] : [until.value])];
      const row = database.prepare(`SELECT count(*) AS count FROM "${storedName(shape)}"${where}`).get(...parameters);
      return (row as { count: number }).count;
    },
    close: () => database.close(),
  };
}
