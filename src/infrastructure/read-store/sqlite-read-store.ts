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
import { KeptDocuments } from './kept-documents.js';
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

const notSearched = { within: undefined, tokens: '' };

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
  private readonly kept = new KeptDocuments();

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
    const sql = 'SELECT position FROM checkpoints WHERE projection = ?';
    return this.one<{ position: Position }>(sql, storedName(shape))?.position;
  }

  async get<Document extends object>(shape: DocumentShape<Document>, id: string): Promise<Document | undefined> {
    const table = this.table(shape);
    if (table === undefined) return undefined;
    const row = this.one<{ document: string }>(table.get, id);
    return row && this.parsed<Document>(row.document);
  }

  async getMany<Document extends object>(
    shape: DocumentShape<Document>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StoredDocument<Document>>> {
    const table = this.table(shape);
    if (table === undefined || ids.length === 0) return new Map();
    const documents = new Map<string, StoredDocument<Document>>();
    const unknown: string[] = [];
    for (const id of ids) {
      const kept = this.kept.of(table, id);
      // Documents of this shape were kept.
      if (kept !== undefined) documents.set(id, { id, position: kept.position, document: kept.document as Document });
      else unknown.push(id);
    }
    if (unknown.length > 0)
      for (const row of this.all<Row>(table.getMany, JSON.stringify(unknown)))
        documents.set(row.id, this.toDocument<Document>(row));
    return documents;
  }

  async apply(
    shape: DocumentShape,
    changes: readonly DocumentChange[],
    checkpoint: Position | undefined,
  ): Promise<void> {
    const table = this.writable(shape);
    const write = (): void => {
      for (const change of changes) this.write(shape, table, change);
      if (checkpoint === undefined) return;
      this.prepare(
        'INSERT INTO checkpoints (projection, position) VALUES (?, ?) ' +
          'ON CONFLICT (projection) DO UPDATE SET position = excluded.position',
      ).run(storedName(shape), checkpoint);
    };
    try {
      await this.commits.run(write);
    } catch (error) {
      this.kept.clear(table);
      throw error;
    }
  }

  async list<Document extends object>(shape: DocumentShape<Document>, query: ListQuery): Promise<ListPage<Document>> {
    const table = this.table(shape);
    if (table === undefined) return { documents: [], hasMore: false };
    const rare = await this.rarePrefix(shape, table, query);
    // None where there are fewer rows than the walk may look at, or it is no walk.
    const end = rare === undefined ? table.lastOfWalk(query) : undefined;
    const last = end && this.one<Place>(end.sql, ...end.parameters);
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
    return this.one<{ count: number }>(sql, ...parameters)?.count ?? 0;
  }

  async tokens(shape: DocumentShape, query: TokenQuery): Promise<ReadonlyMap<string, readonly string[]>> {
    const table = this.table(shape);
    if (table === undefined) return new Map();
    if (table.search === undefined) throw unsearchable();
    const { within, ids, prefix } = query;
    const rows = this.all<TokenRow>(table.search.ofMany, JSON.stringify(ids), within);
    return new Map(rows.map(({ id, tokens }) => [id, parted(tokens).filter((token) => token.startsWith(prefix))]));
  }

  async reset(shape: DocumentShape): Promise<void> {
    const table = this.writable(shape);
    this.commits.flush();
    this.kept.clear(table);
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
      return this.one<{ count: number }>(sql, ...parameters)?.count ?? 0;
    });
  }

  private write(shape: DocumentShape, table: DocumentTable, change: DocumentChange): void {
    const { id, position, document } = change;
    const kept = this.kept.of(table, id);
    const prepare = (sql: string) => this.prepare(sql);
    const found = table.search && writeTokens(prepare, table.search, shape, { change, kept });
    if (document === undefined) {
      this.prepare(table.remove).run(id, position);
      this.kept.drop(table, id);
      return;
    }
    const text = canonicalJson(document);
    const values: (Scalar | null)[] = fieldValues(shape, document).map(([, value]) => value);
    if (found !== undefined) values.push(found.tokens);
    const { changes } = this.prepare(table.put).run(id, position, text, ...values);
    // Otherwise what is stored is newer.
    if (changes > 0) this.kept.keep(table, { id, position, document, ...(found ?? notSearched) }, text.length);
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

  /** The caller knows the columns of its question. */
  private one<Answer>(sql: string, ...parameters: readonly Scalar[]): Answer | undefined {
    return this.prepare(sql).get(...parameters) as Answer | undefined;
  }

  private all<Answer>(sql: string, ...parameters: readonly Scalar[]): readonly Answer[] {
    return this.prepare(sql).all(...parameters) as readonly Answer[];
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
