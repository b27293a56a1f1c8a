import type { DocumentShape, ListQuery, Scalar } from '../../application/ports/read-store.js';
import { checkField, checkShape, storedName } from './document-shape.js';

/**
 * The SQL of one projection's table. Names and fields come from code, but they still become SQL text: anything that is
 * no plain name is refused.
 */
export interface DocumentTable {
  /** Create what is missing: the table and its indexes. */
  readonly create: readonly string[];
  readonly drop: string;
  /** Parameters: id. */
  readonly get: string;
  /** Parameters: the ids as a JSON array. */
  readonly getMany: string;
  /** Parameters: id, position, document, then each field in the order of `fields`. */
  readonly put: string;
  /** Parameters: id, position. */
  readonly remove: string;
  readonly fields: readonly string[];
  count(equals: ListQuery['equals']): { readonly sql: string; readonly parameters: readonly Scalar[] };
  list(query: ListQuery): { readonly sql: string; readonly parameters: readonly Scalar[] };
}

const ownColumns = ['id', 'position', 'document'];

export function documentTable(shape: DocumentShape): DocumentTable {
  const fields = Object.keys(shape.fields);
  checkShape(shape, ownColumns);
  const table = `"${storedName(shape)}"`;
  const columns = ['id', 'position', 'document', ...fields];
  const updates = columns.slice(1).map((column) => `"${column}" = excluded."${column}"`);
  return {
    fields,
    create: [createTable(table, shape), ...shape.indexes.map((index) => createIndex(shape, index))],
    drop: `DROP TABLE IF EXISTS ${table}`,
    get: `SELECT document FROM ${table} WHERE id = ?`,
    getMany: `SELECT id, position, document FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`,
    put:
      `INSERT INTO ${table} (${quoted(columns)}) VALUES (${columns.map(() => '?').join(', ')}) ` +
      `ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')} WHERE excluded.position > position`,
    remove: `DELETE FROM ${table} WHERE id = ? AND position < ?`,
    count: (equals) => {
      const filter = equality(equals, shape);
      return { sql: `SELECT count(*) AS count FROM ${table}${where(filter.terms)}`, parameters: filter.parameters };
    },
    list: (query) => listSql(table, shape, query),
  };
}

function listSql(table: string, shape: DocumentShape, query: ListQuery) {
  const { orderBy, direction, after, until, limit } = query;
  if (!ownColumns.slice(0, 2).includes(orderBy)) checkField(orderBy, shape);
  const { terms, parameters } = equality(query.equals, shape);
  const beyond = direction === 'asc' ? '>' : '<';
  if (after !== undefined && orderBy === 'id') {
    terms.push(`id ${beyond} ?`);
    parameters.push(after.id);
  } else if (after !== undefined) {
    terms.push(`("${orderBy}", id) ${beyond} (?, ?)`);
    parameters.push(after.value, after.id);
  }
  if (until !== undefined) {
    terms.push(`"${orderBy}" ${beyond === '>' ? '<=' : '>='} ?`);
    parameters.push(until);
  }
  const order = [...new Set([orderBy, 'id'])].map((column) => `"${column}" ${direction}`).join(', ');
  const sql = `SELECT id, position, document FROM ${table}${where(terms)} ORDER BY ${order} LIMIT ?`;
  // One more than asked for shows whether there is more.
  return { sql, parameters: [...parameters, limit + 1] };
}

function equality(equals: ListQuery['equals'], shape: DocumentShape) {
  const names = Object.keys(equals);
  for (const name of names) checkField(name, shape);
  return { terms: names.map((name) => `"${name}" = ?`), parameters: Object.values(equals) };
}

function createTable(table: string, { fields }: DocumentShape): string {
  const typed = Object.entries(fields).map(([field, type]) => `, "${field}" ${type === 'text' ? 'TEXT' : 'INTEGER'}`);
  return (
    `CREATE TABLE IF NOT EXISTS ${table} ` +
    `(id TEXT PRIMARY KEY, position TEXT NOT NULL, document TEXT NOT NULL${typed.join('')}) STRICT`
  );
}

/** The id comes last, because it breaks ties. */
function createIndex(shape: DocumentShape, index: readonly string[]): string {
  const name = `${storedName(shape)}:${index.join(',')}`;
  return `CREATE INDEX IF NOT EXISTS "${name}" ON "${storedName(shape)}" (${quoted([...new Set([...index, 'id'])])})`;
}

function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

function where(terms: readonly string[]): string {
  return terms.length === 0 ? '' : ` WHERE ${terms.join(' AND ')}`;
}
