import type {
  CountQuery,
  DocumentChange,
  DocumentShape,
  ListPage,
  ListQuery,
  ReadStore,
  Scalar,
  StoredDocument,
  TokenQuery,
} from '../../application/ports/read-store.js';
import { canonicalJson } from '../../domain/shared/json.js';
import type { Position } from '../../domain/shared/recorded.js';
import { damaged } from '../sqlite/damage.js';
import { type DatabaseSync, openDatabase } from '../sqlite/database.js';
import { CommonPrefixes, fewDocuments } from './common-prefixes.js';
import { checkSearch, fieldValues, type Place, storedName, unsearchable } from './document-shape.js';
import { type DocumentTable, documentTable } from './document-table.js';
import { PageRows } from './page-rows.js';
import { createSharedCommits, inTransaction, type SharedCommits } from './shared-commits.js';
import { parted, writeTokens } from './write-tokens.js';

/**
 * Format of the file; documents have a version of their own in its name. Raised where an older program could not use
 * it.
 */
export const readStoreFormat = 1;

const checkpointsTable =
  'CREATE TABLE IF NOT EXISTS checkpoints (projection TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT';

const scrubTimeoutMs = 100;
/** Another process writes only while it resets a projection, under the lock. */
const writeTimeoutMs = 10_000;

/** A reader that keeps an old snapshot open holds the write-ahead log back: the caller tries again. */
class ScrubBlocked extends Error {
  readonly code = 'scrub-blocked';
}

/**
 * Documents in one SQLite file. Every call does its work at once, in the thread that calls: the one writer belongs into
 * a worker thread; a read-only instance elsewhere is for point reads.
 */
export class SqliteReadStore implements ReadStore {
  private readonly tables = new Map<string, DocumentTable>();
  private readonly statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  private readonly commits: SharedCommits;
  private readonly commonPrefixes = new CommonPrefixes();

  private constructor(
    private readonly database: DatabaseSync,
    private readonly path: string,
    private readonly readOnly: boolean,
    private readonly fewDocuments: number,
  ) {
    this.commits = createSharedCommits(database);
  }

  /**
   * Creates the file unless `readOnly`. A path of `:memory:` is a store of this process only. `fewDocuments`: what
   * fewer documents have is looked up and not walked to.
   */
  static open(
    path: string,
    options: { readonly readOnly?: boolean; readonly fewDocuments?: number } = {},
  ): SqliteReadStore {
    const readOnly = options.readOnly === true;
    const database = openDatabase(path, {
      readOnly,
      secureDelete: true,
      ...(readOnly ? {} : { format: readStoreFormat }),
    });
    const store = new SqliteReadStore(database, path, readOnly, options.fewDocuments ?? fewDocuments);
    if (!readOnly) {
      database.exec(checkpointsTable);
      // A crash between an erasure and its scrub leaves what was erased in the write-ahead log.
      store.emptyWal();
    }
    return store;
  }

  async checkpoint(shape: DocumentShape): Promise<Position | undefined> {
    if (this.readOnly && !this.exists('checkpoints')) return undefined;
    const row = this.prepare('SELECT position FROM checkpoints WHERE projection = ?').get(storedName(shape));
    return (row as { position: Position } | undefined)?.position;
  }

  async get<Document extends object>(shape: DocumentShape<Document>, id: string): Promise<Document | undefined> {
    const table = this.table(shape);
    if (table === undefined) return undefined;
    const row = this.prepare(table.get).get(id) as { document: string } | undefined;
    return row && this.parsed<Document>(row.document);
  }

  async getMany<Document extends object>(
    shape: DocumentShape<Document>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StoredDocument<Document>>> {
    const table = this.table(shape);
    if (table === undefined || ids.length === 0) return new Map();
    const rows = this.prepare(table.getMany).all(JSON.stringify(ids)) as unknown as Row[];
    return new Map(rows.map((row) => [row.id, this.toDocument<Document>(row)]));
  }

  async apply(
    shape: DocumentShape,
    changes: readonly DocumentChange[],
    checkpoint: Position | undefined,
  ): Promise<void> {
    const table = this.writable(shape);
    return this.commits.run(() => {
      const put = this.prepare(table.put);
      const remove = this.prepare(table.remove);
      for (const change of changes) {
        const { id, position, document } = change;
        const tokens =
          table.search === undefined ? [] : [writeTokens((sql) => this.prepare(sql), table.search, shape, change)];
        if (document === undefined) remove.run(id, position);
        else put.run(id, position, canonicalJson(document), ...columnValues(shape, document), ...tokens);
      }
      if (checkpoint === undefined) return;
      this.prepare(
        'INSERT INTO checkpoints (projection, position) VALUES (?, ?) ' +
          'ON CONFLICT (projection) DO UPDATE SET position = excluded.position',
      ).run(storedName(shape), checkpoint);
    });
  }

  async list<Document extends object>(shape: DocumentShape<Document>, query: ListQuery): Promise<ListPage<Document>> {
    const table = this.table(shape);
    if (table === undefined) return { documents: [], hasMore: false };
    const rare = await this.rarePrefix(shape, table, query);
    const last = rare === undefined ? this.lastOfWalk(table, query) : undefined;
    const { sql, parameters } = table.list(query, { rare, last });
    const page = new PageRows<Row>(query, ({ document }) => document);
    const rows = this.prepare(sql).iterate(...parameters) as unknown as Iterable<Row>;
    // Leaving the loop ends the read.
    for (const row of rows) if (!page.take(row)) break;
    return page.page(
      page.rows.map((row) => this.toDocument<Document>(row)),
      last,
    );
  }

  async count(shape: DocumentShape, equals: Readonly<Record<string, Scalar>>, query?: CountQuery): Promise<number> {
    const table = this.table(shape);
    if (table === undefined) return 0;
    const { sql, parameters } = table.count(equals, query);
    return (this.prepare(sql).get(...parameters) as { count: number }).count;
  }

  async tokens(shape: DocumentShape, query: TokenQuery): Promise<ReadonlyMap<string, readonly string[]>> {
    const table = this.table(shape);
    if (table === undefined) return new Map();
    if (table.search === undefined) throw unsearchable();
    const { within, ids, prefix } = query;
    const rows = this.prepare(table.search.ofMany).all(JSON.stringify(ids), within) as unknown as TokenRow[];
    return new Map(rows.map(({ id, tokens }) => [id, parted(tokens).filter((token) => token.startsWith(prefix))]));
  }

  async reset(shape: DocumentShape): Promise<void> {
    const table = this.writable(shape);
    this.commits.flush();
    inTransaction(this.database, () => {
      for (const sql of [...table.drop, ...table.create]) this.database.exec(sql);
      this.prepare('DELETE FROM checkpoints WHERE projection = ?').run(storedName(shape));
    });
  }

  async scrub(): Promise<void> {
    if (!this.emptyWal()) throw new ScrubBlocked('the write-ahead log of the read store is in use');
  }

  async close(): Promise<void> {
    this.commits.flush();
    if (this.database.isOpen) this.database.close();
  }

  /** @returns undefined when there are fewer rows than the walk may look at, or it is no walk. */
  private lastOfWalk(table: DocumentTable, query: ListQuery): Place | undefined {
    const last = table.lastOfWalk(query);
    return last && (this.prepare(last.sql).get(...last.parameters) as Place | undefined);
  }

  /** @returns undefined when all of them are common, and the list is walked. */
  private async rarePrefix(
    shape: DocumentShape,
    { search }: DocumentTable,
    query: ListQuery,
  ): Promise<string | undefined> {
    checkSearch(shape, query);
    if (search === undefined) return undefined;
    return this.commonPrefixes.rarestOf(shape, query, this.fewDocuments, (prefix, most) => {
      const { sql, parameters } = search.countUpTo(query, prefix, most);
      return (this.prepare(sql).get(...parameters) as { count: number }).count;
    });
  }

  /** @returns undefined when this reader was here before the writer made the table. */
  private table(shape: DocumentShape): DocumentTable | undefined {
    const name = storedName(shape);
    const known = this.tables.get(name);
    if (known !== undefined) return known;
    const table = documentTable(shape);
    if (this.readOnly && !this.exists(name)) return undefined;
    if (!this.readOnly) for (const sql of table.create) this.database.exec(sql);
    this.tables.set(name, table);
    return table;
  }

  private writable(shape: DocumentShape): DocumentTable {
    const table = this.readOnly ? undefined : this.table(shape);
    if (table === undefined) throw new Error('this read store was opened for reading only');
    return table;
  }

  private toDocument<Document extends object>({ id, position, document }: Row): StoredDocument<Document> {
    return { id, position, document: this.parsed(document) };
  }

  /**
   * Only canonical JSON of the shape's documents is ever written here; of a page of zeros SQLite itself sees nothing
   * where it holds a text's rest.
   */
  private parsed<Document extends object>(document: string): Document {
    try {
      return JSON.parse(document) as Document;
    } catch (error) {
      throw damaged(this.path, 'a document is no JSON', error);
    }
  }

  private exists(table: string): boolean {
    return this.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined;
  }

  private prepare(sql: string): ReturnType<DatabaseSync['prepare']> {
    const statement = this.statements.get(sql) ?? this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }

  /** False where a reader kept it from being emptied. The thread answers lists too: it does not wait for long. */
  private emptyWal(): boolean {
    this.database.exec(`PRAGMA busy_timeout = ${scrubTimeoutMs}`);
    const row = this.database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    this.database.exec(`PRAGMA busy_timeout = ${writeTimeoutMs}`);
    return (row as { busy: number }).busy === 0;
  }
}

interface Row {
  readonly id: string;
  readonly position: Position;
  readonly document: string;
}

interface TokenRow {
  readonly id: string;
  readonly tokens: string;
}

function columnValues(shape: DocumentShape, document: object): (Scalar | null)[] {
  return fieldValues(shape, document).map(([, value]) => value);
}
