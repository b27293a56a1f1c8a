import type { Collection, Db } from 'mongodb';
import type { Fence } from '../../../application/ports/lease.js';
import {
  type CountQuery,
  type DocumentChange,
  type DocumentShape,
  type ListPage,
  type ListQuery,
  type ReadStore,
  ReadStoreUnavailable,
  type Scalar,
  type StoredDocument,
  type TokenQuery,
} from '../../../application/ports/read-store.js';
import { walkedEquals } from '../../../application/shared/walked-equals.js';
import type { Position } from '../../../domain/shared/recorded.js';
import type { MongodbConnection } from '../../mongodb/connect-mongodb.js';
import { isOutage } from '../../mongodb/errors.js';
import { findByIds } from '../../mongodb/find-by-ids.js';
import { ReadBatcher } from '../../mongodb/read-batcher.js';
import { withIds } from '../../mongodb/with-ids.js';
import { CommonPrefixes, fewDocuments as fewOfAll } from '../common-prefixes.js';
import { checkSearch, type Place, storedName, unsearchable } from '../document-shape.js';
import { PageRows } from '../page-rows.js';
import { Checkpoints } from './checkpoints.js';
import {
  collectionName,
  countFilter,
  type DocumentRow,
  equality,
  indexesOf,
  listFilter,
  listSort,
  placeOf,
  tokenFilter,
  toDocument,
  toRow,
} from './document-collection.js';
import { forgetRemovals, type RemovalAges, removalAges } from './forget-removals.js';
import { writeRows } from './write-rows.js';

/** Documents in one answer. */
const mostReadTogether = 100;

/**
 * Documents in MongoDB, a collection for each `name@version`. Without transactions: each row guards itself by its
 * position, and the checkpoint is written last, by the newest fence only. The connection stays its opener's.
 */
export class MongodbReadStore implements ReadStore {
  /** By collection, once its indexes are there. */
  private readonly prepared = new Map<string, RemovalAges>();

  private readonly database: Db;
  /** By collection: what several ask for at about the same moment is one command. */
  private readonly batchers = new Map<string, ReadBatcher<object>>();
  private readonly checkpoints: Checkpoints;
  private readonly commonPrefixes = new CommonPrefixes();

  constructor(
    private readonly server: Omit<MongodbConnection, 'close'>,
    private readonly monotonicMs: () => number = () => performance.now(),
    private readonly fewDocuments = fewOfAll,
  ) {
    this.database = server.database;
    this.checkpoints = new Checkpoints(server.database);
  }

  checkpoint(shape: DocumentShape): Promise<Position | undefined> {
    return orUnavailable(() => this.checkpoints.of(storedName(shape)));
  }

  get<Document extends object>(shape: DocumentShape<Document>, id: string): Promise<Document | undefined> {
    // One batcher for each shape: it answers documents of this one.
    return orUnavailable(async () => (await this.reads(shape).ask([id])).get(id) as Document | undefined);
  }

  getMany<Document extends object>(
    shape: DocumentShape<Document>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StoredDocument<Document>>> {
    return orUnavailable(async () => {
      if (ids.length === 0) return new Map();
      const rows = await findByIds(this.rows(shape), ids, this.server.looksUpMany);
      return new Map(documents<Document>(rows).map((stored) => [stored.id, stored]));
    });
  }

  apply(
    shape: DocumentShape,
    changes: readonly DocumentChange[],
    checkpoint: Position | undefined,
    fence: Fence = 0,
  ): Promise<void> {
    return orUnavailable(async () => {
      const writesOf = (those: readonly DocumentChange[]) =>
        those.map((change) => ({ row: toRow(shape, change), wasStored: change.wasStored }));
      const [sums, others] = [changes.filter(({ isSum }) => isSum), changes.filter(({ isSum }) => !isSum)];
      const [first, second] = [writesOf(sums), writesOf(others)];
      const ages = await this.prepare(shape);
      if (first.length > 0) await writeRows(this.rows(shape), first, this.server);
      await writeRows(this.rows(shape), second, this.server);
      if (checkpoint === undefined) return;
      await this.checkpoints.move(storedName(shape), checkpoint, fence);
      ages.note(checkpoint, this.monotonicMs());
      const expired = ages.expired(this.monotonicMs());
      if (expired !== undefined && (await forgetRemovals(this.rows(shape), expired))) ages.drop();
    });
  }

  list<Document extends object>(shape: DocumentShape<Document>, query: ListQuery): Promise<ListPage<Document>> {
    return orUnavailable(async () => {
      // One more than asked for shows whether there is more.
      const last = await this.lastOfWalk(shape, query);
      const bounds = { limit: query.limit + 1, batchSize: query.limit + 1, skip: query.skip ?? 0 };
      const page = new PageRows<DocumentRow>(query, ({ document = '' }) => document);
      const rows = this.rows(shape).find(listFilter(shape, query, last), { sort: listSort(query), ...bounds });
      for await (const row of rows) if (!page.take(row)) break;
      return page.page(documents<Document>(page.rows), last);
    });
  }

  count(shape: DocumentShape, equals: Readonly<Record<string, Scalar>>, query?: CountQuery): Promise<number> {
    return orUnavailable(() =>
      query === undefined
        ? this.rows(shape).countDocuments(equality(shape, equals))
        : this.rows(shape).countDocuments(countFilter(shape, equals, query), { limit: query.most }),
    );
  }

  tokens(shape: DocumentShape, { within, ids, prefix }: TokenQuery): Promise<ReadonlyMap<string, readonly string[]>> {
    return orUnavailable(async () => {
      const { search } = shape;
      if (search === undefined) throw unsearchable();
      if (ids.length === 0) return new Map();
      const filter = { ...withIds(ids), [search.within]: { $eq: within } };
      const rows = await this.rows(shape)
        .find(filter, { projection: { tokens: 1 }, limit: ids.length })
        .toArray();
      return new Map(
        rows.map(({ _id, tokens = [] }) => [_id, tokens.filter((token) => token.startsWith(prefix))] as const),
      );
    });
  }

  reset(shape: DocumentShape, fence: Fence = 0): Promise<void> {
    return orUnavailable(async () => {
      // First: a checkpoint over documents that are gone would lose them.
      await this.checkpoints.remove(storedName(shape), fence);
      await this.rows(shape).drop();
      this.prepared.delete(collectionName(shape));
      await this.prepare(shape);
    });
  }

  async close(): Promise<void> {
    this.prepared.clear();
  }

  /** @returns undefined when there are fewer rows than the walk may look at, or it is no walk. */
  private async lastOfWalk(shape: DocumentShape, query: ListQuery): Promise<Place | undefined> {
    checkSearch(shape, query);
    const walked = query.mostRows === undefined ? undefined : walkedEquals(shape, query);
    if (walked === undefined || (await this.rarePrefix(shape, query)) !== undefined) return undefined;
    const { prefixes: _, ...list } = query;
    const options = {
      sort: listSort(query),
      skip: (query.mostRows ?? 1) - 1,
      limit: 1,
      projection: { document: 0, tokens: 0 },
    };
    const [row] = await this.rows(shape)
      .find(listFilter(shape, { ...list, equals: walked }), options)
      .toArray();
    return row && placeOf(query, row);
  }

  private rarePrefix(shape: DocumentShape, query: ListQuery): Promise<string | undefined> {
    return this.commonPrefixes.rarestOf(shape, query, this.fewDocuments, (prefix, limit) =>
      this.rows(shape).countDocuments(tokenFilter(shape, query, prefix), { limit }),
    );
  }

  private reads(shape: DocumentShape): ReadBatcher<object> {
    const name = collectionName(shape);
    const known = this.batchers.get(name);
    if (known !== undefined) return known;
    const batcher = new ReadBatcher(async (ids) => {
      const rows = await findByIds(this.rows(shape), ids, this.server.looksUpMany);
      return new Map(documents(rows).map(({ id, document }) => [id, document]));
    }, mostReadTogether);
    this.batchers.set(name, batcher);
    return batcher;
  }

  private rows(shape: DocumentShape): Collection<DocumentRow> {
    return this.database.collection<DocumentRow>(collectionName(shape));
  }

  /** Before the first write of this process: an index over an empty collection costs nothing. */
  private async prepare(shape: DocumentShape): Promise<RemovalAges> {
    const name = collectionName(shape);
    const known = this.prepared.get(name);
    if (known !== undefined) return known;
    // One by one: FerretDB fails on several in one call of which some are there.
    for (const { key, ...options } of indexesOf(shape)) {
      const create = () => this.rows(shape).createIndex(key, options);
      // Where two processes make the same index at once, FerretDB fails one of them; asked again, it finds it made.
      await create().catch(create);
    }
    const ages = removalAges();
    this.prepared.set(name, ages);
    return ages;
  }
}

function documents<Document extends object>(rows: readonly DocumentRow[]): readonly StoredDocument<Document>[] {
  return rows.flatMap((row) => toDocument<Document>(row) ?? []);
}

/** Programming errors stay what they are. */
async function orUnavailable<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!isOutage(error)) throw error;
    throw new ReadStoreUnavailable('MongoDB could not be reached', { cause: error });
  }
}
