import type { CountQuery, DocumentShape, ListQuery, Scalar } from '../../application/ports/read-store.js';
import {
  checkField,
  checkSearch,
  checkShape,
  checkTokenCount,
  type Place,
  storedName,
  unsearchable,
} from './document-shape.js';
import { walkedEquals } from '../../application/shared/walked-equals.js';
import { type Sql, type TokenTable, tokenTable } from './token-table.js';

/**
 * The SQL of one projection's table. Names and fields come from code, but they still become SQL text: anything that is
 * no plain name is refused.
 */
export interface DocumentTable {
  /** Create what is missing: the tables and their indexes. */
  readonly create: readonly string[];
  readonly drop: readonly string[];
  /** Parameters: id. */
  readonly get: string;
  /** Parameters: the ids as a JSON array. */
  readonly getMany: string;
  /**
   * Parameters: id, position, document, then each field in the order of `fields`, then the tokens where there is a
   * search.
   */
  readonly put: string;
  /** Parameters: id, position. */
  readonly remove: string;
  readonly fields: readonly string[];
  readonly search: TokenTable | undefined;
  count(equals: ListQuery['equals'], query?: CountQuery): Sql;
  /**
   * `rare`: a prefix of which few documents have a token; they are looked at one by one. Without it the list is walked.
   * `last`: the last row that is looked at.
   */
  list(query: ListQuery, options?: { readonly rare?: string | undefined; readonly last?: Place | undefined }): Sql;
  /**
   * `value` and `id` of the last of the query's `mostRows`; no row: there are fewer. Undefined when it does not have to
   * be walked to.
   */
  lastOfWalk(query: ListQuery): Sql | undefined;
}

const ownColumns = ['id', 'position', 'document', 'tokens'];
const orderedByOwn = ['id', 'position'];

export function documentTable(shape: DocumentShape): DocumentTable {
  const fields = Object.keys(shape.fields);
  checkShape(shape, ownColumns);
  const name = storedName(shape);
  const table = `"${name}"`;
  const search = shape.search === undefined ? undefined : tokenTable(name, shape.search);
  const columns = ['id', 'position', 'document', ...fields, ...(search === undefined ? [] : ['tokens'])];
  const updates = columns.slice(1).map((column) => `"${column}" = excluded."${column}"`);
  return {
    fields,
    search,
    create: [
      createTable(table, shape),
      ...shape.indexes.map((index) => createIndex(shape, index)),
      ...(search === undefined ? [] : [search.create]),
    ],
    drop: [`DROP TABLE IF EXISTS ${table}`, ...(search === undefined ? [] : [search.drop])],
    get: `SELECT document FROM ${table} WHERE id = ?`,
    getMany: `SELECT id, position, document FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`,
    put:
      `INSERT INTO ${table} (${quoted(columns)}) VALUES (${columns.map(() => '?').join(', ')}) ` +
      `ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')} WHERE excluded.position > position`,
    remove: `DELETE FROM ${table} WHERE id = ? AND position < ?`,
    count: (equals, query) => {
      if (query?.token === undefined) return countSql(table, shape, equals, query);
      const within = checkTokenCount(shape, equals, query);
      if (search === undefined) throw unsearchable();
      return search.count(within, query.token, query);
    },
    list: (query, { rare, last } = {}) =>
      listSql(table, shape, query, { among: rare === undefined ? undefined : search?.having(query, rare), last }),
    lastOfWalk: (query) => lastOfWalkSql(table, shape, query),
  };
}

function countSql(table: string, shape: DocumentShape, equals: ListQuery['equals'], query?: CountQuery): Sql {
  const { terms, parameters } = equality(equals, shape);
  if (query === undefined) return { sql: `SELECT count(*) AS count FROM ${table}${where(terms)}`, parameters };
  const { orderBy, atLeast, atMost, most } = query;
  if (orderBy !== 'id') checkField(orderBy, shape);
  for (const [operator, bound] of [['>=', atLeast] as const, ['<=', atMost] as const]) {
    if (bound === undefined) continue;
    terms.push(`"${orderBy}" ${operator} ?`);
    parameters.push(bound);
  }
  const counted = `SELECT 1 FROM ${table}${where(terms)} LIMIT ?`;
  return { sql: `SELECT count(*) AS count FROM (${counted})`, parameters: [...parameters, most] };
}

/** `among`: the ids to choose from, where they are few. */
function listSql(
  table: string,
  shape: DocumentShape,
  query: ListQuery,
  { among, last }: { readonly among: Sql | undefined; readonly last: Place | undefined },
): Sql {
  const { orderBy, direction, prefixes = [], limit, skip = 0 } = query;
  checkSearch(shape, query);
  const { terms, parameters } = within(shape, query);
  if (last !== undefined) addPlace({ terms, parameters }, orderBy, direction === 'asc' ? '<=' : '>=', last);
  for (const prefix of prefixes) {
    terms.push('instr(tokens, ?)');
    parameters.push(`\n${prefix}`);
  }
  if (among !== undefined) {
    terms.push(`id IN (${among.sql})`);
    parameters.push(...among.parameters);
  }
  const sql = `SELECT id, position, document FROM ${table}${where(terms)} ORDER BY ${orderOf(query)} LIMIT ? OFFSET ?`;
  // One more than asked for shows whether there is more.
  return { sql, parameters: [...parameters, limit + 1, skip] };
}

/** All that is looked at is read from an index, without the rows. */
function lastOfWalkSql(table: string, shape: DocumentShape, query: ListQuery): Sql | undefined {
  const walked = walkedEquals(shape, query);
  if (walked === undefined || query.mostRows === undefined) return undefined;
  const { terms, parameters } = within(shape, { ...query, equals: walked });
  const sql =
    `SELECT "${query.orderBy}" AS value, id FROM ${table}${where(terms)} ` +
    `ORDER BY ${orderOf(query)} LIMIT 1 OFFSET ?`;
  return { sql, parameters: [...parameters, query.mostRows - 1] };
}

/** What is compared, and the bounds. */
function within(shape: DocumentShape, { equals, orderBy, direction, after, until }: ListQuery): Terms {
  if (!orderedByOwn.includes(orderBy)) checkField(orderBy, shape);
  const found = equality(equals, shape);
  if (after !== undefined) addPlace(found, orderBy, direction === 'asc' ? '>' : '<', after);
  if (until !== undefined) {
    found.terms.push(`"${orderBy}" ${direction === 'asc' ? '<=' : '>='} ?`);
    found.parameters.push(until);
  }
  return found;
}

function addPlace({ terms, parameters }: Terms, orderBy: string, operator: string, { value, id }: Place): void {
  if (orderBy === 'id') {
    terms.push(`id ${operator} ?`);
    parameters.push(id);
  } else {
    terms.push(`("${orderBy}", id) ${operator} (?, ?)`);
    parameters.push(value, id);
  }
}

function orderOf({ orderBy, direction }: ListQuery): string {
  return [...new Set([orderBy, 'id'])].map((column) => `"${column}" ${direction}`).join(', ');
}

interface Terms {
  readonly terms: string[];
  readonly parameters: Scalar[];
}

function equality(equals: ListQuery['equals'], shape: DocumentShape): Terms {
  const names = Object.keys(equals);
  for (const name of names) checkField(name, shape);
  return { terms: names.map((name) => `"${name}" = ?`), parameters: Object.values(equals) };
}

/** What a walk looks at stands before the document: a long one lies on pages of its own. */
function createTable(table: string, { fields, search }: DocumentShape): string {
  const typed = Object.entries(fields).map(([field, type]) => `"${field}" ${type === 'text' ? 'TEXT' : 'INTEGER'}`);
  const columns = [
    'id TEXT PRIMARY KEY',
    'position TEXT NOT NULL',
    ...typed,
    ...(search === undefined ? [] : ['tokens TEXT NOT NULL']),
    'document TEXT NOT NULL',
  ];
  return `CREATE TABLE IF NOT EXISTS ${table} (${columns.join(', ')}) STRICT`;
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
