import type { CountQuery, ListQuery, Scalar, SearchShape } from '../../application/ports/read-store.js';
import { afterPrefix } from './document-shape.js';

export interface Sql {
  readonly sql: string;
  readonly parameters: readonly Scalar[];
}

/** The SQL of what a projection's documents are found by: a row for each token of each document. */
export interface TokenTable {
  readonly create: string;
  readonly drop: string;
  /** Parameters: id. Answers what stands in the document's row: `within`, `tokens`, `position`. */
  readonly stored: string;
  /** Parameters: the ids as a JSON array, within. Answers `id` and `tokens`, as they stand in the documents' rows. */
  readonly ofMany: string;
  /** Parameters: within, token, id. */
  readonly remove: string;
  /** For so many tokens in one call. Parameters: within, id, then each token. */
  add(count: number): string;
  /** How many rows begin with the prefix, counted no further than `most`. */
  countUpTo(query: ListQuery, prefix: string, most: number): Sql;
  /** How many documents have the token, whole. */
  count(within: Scalar, token: string, query: CountQuery): Sql;
  /** The ids of documents that have a token that begins with the prefix. */
  having(query: ListQuery, prefix: string): Sql;
}

export function tokenTable(name: string, { within }: SearchShape): TokenTable {
  const table = `"${name}:tokens"`;
  const begins = `FROM ${table} WHERE within = ? AND token >= ? AND token < ?`;
  const adding = new Map<number, string>();
  const parametersOf = ({ equals }: ListQuery, prefix: string) => {
    // The query was checked to name it.
    const value = equals[within] ?? '';
    return [value, prefix, afterPrefix(prefix)];
  };
  return {
    create:
      `CREATE TABLE IF NOT EXISTS ${table} (within TEXT NOT NULL, token TEXT NOT NULL, id TEXT NOT NULL, ` +
      'PRIMARY KEY (within, token, id)) STRICT, WITHOUT ROWID',
    drop: `DROP TABLE IF EXISTS ${table}`,
    stored: `SELECT "${within}" AS within, tokens, position FROM "${name}" WHERE id = ?`,
    ofMany: `SELECT id, tokens FROM "${name}" WHERE id IN (SELECT value FROM json_each(?)) AND "${within}" = ?`,
    remove: `DELETE FROM ${table} WHERE within = ? AND token = ? AND id = ?`,
    add: (count) => {
      const sql = adding.get(count) ?? `INSERT OR IGNORE INTO ${table} (within, id, token) VALUES ${rows(count)}`;
      adding.set(count, sql);
      return sql;
    },
    countUpTo: (query, prefix, most) => ({
      sql: `SELECT count(*) AS count FROM (SELECT 1 ${begins} LIMIT ?)`,
      parameters: [...parametersOf(query, prefix), most],
    }),
    count: (value, token, { atLeast = '', atMost, most }) => ({
      sql:
        `SELECT count(*) AS count FROM (SELECT 1 FROM ${table} WHERE within = ? AND token = ? AND id >= ?` +
        `${atMost === undefined ? '' : ' AND id <= ?'} LIMIT ?)`,
      parameters: [value, token, atLeast, ...(atMost === undefined ? [] : [atMost]), most],
    }),
    having: (query, prefix) => ({ sql: `SELECT id ${begins}`, parameters: parametersOf(query, prefix) }),
  };
}

/** Rows of parameters for one value of `within` and one id. */
function rows(count: number): string {
  return Array.from({ length: count }, (_, index) => `(?1, ?2, ?${index + 3})`).join(', ');
}
