import { type Fence, LeaseLost } from '../../src/application/ports/lease.js';
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
} from '../../src/application/ports/read-store.js';
import { walkedEquals } from '../../src/application/shared/walked-equals.js';
import { canonicalJson } from '../../src/domain/shared/json.js';
import type { Position } from '../../src/domain/shared/recorded.js';

interface Projected {
  documents: Map<string, { readonly position: Position; readonly json: string }>;
  checkpoint: Position | undefined;
  fence: Fence;
}

/** The whole port in memory, for tests of what stands above it. It passes the contract of the real ones. */
export class MemoryReadStore implements ReadStore {
  private readonly projections = new Map<string, Projected>();
  /** How often `scrub` was called. */
  scrubs = 0;

  async checkpoint(shape: DocumentShape): Promise<Position | undefined> {
    return this.of(shape).checkpoint;
  }

  async get<Document extends object>(shape: DocumentShape<Document>, id: string): Promise<Document | undefined> {
    const stored = this.of(shape).documents.get(id);
    return stored && (JSON.parse(stored.json) as Document);
  }

  async getMany<Document extends object>(
    shape: DocumentShape<Document>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StoredDocument<Document>>> {
    const wanted = new Set(ids);
    return new Map(this.all(shape).flatMap((stored) => (wanted.has(stored.id) ? [[stored.id, stored] as const] : [])));
  }

  async apply(
    shape: DocumentShape,
    changes: readonly DocumentChange[],
    checkpoint: Position | undefined,
    fence: Fence = 0,
  ): Promise<void> {
    const projected = this.fenced(shape, fence);
    const documents = new Map(projected.documents);
    for (const { id, position, document } of changes) {
      const stored = documents.get(id);
      if (stored !== undefined && position <= stored.position) continue;
      if (document === undefined) documents.delete(id);
      else documents.set(id, { position, json: checked(shape, document) });
    }
    projected.documents = documents;
    projected.checkpoint = checkpoint ?? projected.checkpoint;
  }

  async list<Document extends object>(shape: DocumentShape<Document>, query: ListQuery): Promise<ListPage<Document>> {
    const {
      equals,
      orderBy,
      direction,
      after,
      until,
      prefixes = [],
      limit,
      skip = 0,
      mostRows,
      mostCharacters,
    } = query;
    if (prefixes.length > 0 && (shape.search === undefined || !(shape.search.within in equals)))
      throw new TypeError('these documents can only be searched within one value of their field');
    const tokens = (stored: StoredDocument) => (member(stored, shape.search?.tokens ?? '') ?? []) as readonly string[];
    const sign = direction === 'asc' ? 1 : -1;
    const keyOf = (stored: StoredDocument): Scalar =>
      orderBy === 'id' || orderBy === 'position' ? stored[orderBy] : (member(stored, orderBy) as Scalar);
    const order = (value: Scalar, id: string, other: Scalar, otherId: string): number =>
      sign * (compare(value, other) || compare(id, otherId));
    const hold = (stored: StoredDocument, compared: ListQuery['equals']): boolean =>
      Object.entries(compared).every(([field, value]) => member(stored, field) === value);
    const hasTokens = (stored: StoredDocument): boolean =>
      prefixes.every((prefix) => tokens(stored).some((token) => token.startsWith(prefix)));
    const walked = mostRows === undefined ? undefined : walkedEquals(shape, query);
    const listed = this.all(shape)
      .filter((stored) => hold(stored, walked ?? equals))
      .filter((stored) => after === undefined || order(keyOf(stored), stored.id, valueOf(after, orderBy), after.id) > 0)
      .filter((stored) => until === undefined || sign * compare(keyOf(stored), until) <= 0)
      .sort((a, b) => order(keyOf(a), a.id, keyOf(b), b.id));
    const rows = (walked === undefined ? listed : listed.slice(0, mostRows)).filter(
      (stored) => hold(stored, equals) && hasTokens(stored),
    );
    const last = mostRows === undefined || walked === undefined ? undefined : listed[mostRows - 1];
    const documents = rows.slice(skip, skip + limit);
    const sizes = documents.map(({ document }) => JSON.stringify(document).length);
    const isEnough = (_size: number, index: number) =>
      sizes.slice(0, index + 1).reduce((sum, size) => sum + size, 0) >= (mostCharacters ?? Number.POSITIVE_INFINITY);
    const full = documents[sizes.findIndex(isEnough)];
    if (full !== undefined && full !== rows.at(-1) && full !== documents[limit - 1]) {
      const most = documents.slice(0, documents.indexOf(full) + 1);
      return { documents: most, hasMore: true, reached: { value: keyOf(full), id: full.id }, isFull: true };
    }
    if (last === undefined || rows.length > skip + limit) return { documents, hasMore: rows.length > skip + limit };
    return { documents, hasMore: true, reached: { value: keyOf(last), id: last.id } };
  }

  async count(
    shape: DocumentShape,
    equals: Readonly<Record<string, Scalar>>,
    { orderBy, atLeast, atMost, token, most }: CountQuery = { orderBy: 'id', most: Number.MAX_SAFE_INTEGER },
  ): Promise<number> {
    const { search } = shape;
    const isWithin = search !== undefined && Object.keys(equals).join() === search.within;
    if (token !== undefined && !isWithin) throw new TypeError('these documents are searched within one value alone');
    const { documents } = await this.list(shape, {
      equals,
      orderBy,
      direction: 'asc',
      limit: Number.MAX_SAFE_INTEGER,
      ...(atMost === undefined ? {} : { until: atMost }),
    });
    const valueIn = (stored: StoredDocument) => (orderBy === 'id' ? stored.id : (member(stored, orderBy) as Scalar));
    const counted = documents.filter((stored) => atLeast === undefined || compare(valueIn(stored), atLeast) >= 0);
    const having = counted.filter(
      (stored) => token === undefined || (member(stored, search?.tokens ?? '') as readonly string[]).includes(token),
    );
    return Math.min(most, having.length);
  }

  async tokens(shape: DocumentShape, query: TokenQuery): Promise<ReadonlyMap<string, readonly string[]>> {
    const { search } = shape;
    if (search === undefined) throw new TypeError('these documents cannot be searched');
    const found = [...(await this.getMany(shape, query.ids)).values()].filter(
      (stored) => member(stored, search.within) === query.within,
    );
    return new Map(
      found.map((stored) => {
        const all = [...new Set((member(stored, search.tokens) ?? []) as readonly string[])].sort();
        return [stored.id, all.filter((token) => token.startsWith(query.prefix))];
      }),
    );
  }

  async reset(shape: DocumentShape, fence: Fence = 0): Promise<void> {
    const projected = this.fenced(shape, fence);
    projected.documents = new Map();
    projected.checkpoint = undefined;
  }

  async scrub(): Promise<void> {
    this.scrubs += 1;
  }

  async close(): Promise<void> {
    this.projections.clear();
  }

  private all<Document extends object>(shape: DocumentShape<Document>): StoredDocument<Document>[] {
    return [...this.of(shape).documents].map(([id, { position, json }]) => ({
      id,
      position,
      document: JSON.parse(json) as Document,
    }));
  }

  private fenced(shape: DocumentShape, fence: Fence): Projected {
    const projected = this.of(shape);
    if (fence < projected.fence) throw new LeaseLost(`a newer holder than ${fence} writes ${keyOfShape(shape)}`);
    projected.fence = fence;
    return projected;
  }

  private of(shape: DocumentShape): Projected {
    const key = keyOfShape(shape);
    const projected = this.projections.get(key) ?? { documents: new Map(), checkpoint: undefined, fence: 0 };
    this.projections.set(key, projected);
    return projected;
  }
}

function keyOfShape({ name, version }: DocumentShape): string {
  return `${name}@${version}`;
}

function member(stored: StoredDocument, field: string): unknown {
  return (stored.document as Readonly<Record<string, unknown>>)[field];
}

function valueOf(after: NonNullable<ListQuery['after']>, orderBy: string): Scalar {
  return orderBy === 'id' ? after.id : after.value;
}

function checked(shape: DocumentShape, document: object): string {
  for (const [field, type] of Object.entries(shape.fields)) {
    const value = (document as Readonly<Record<string, unknown>>)[field] ?? null;
    const fits = value === null || (type === 'text' ? typeof value === 'string' : Number.isSafeInteger(value));
    if (!fits) throw new TypeError(`field "${field}" holds no ${type}`);
  }
  const { search } = shape;
  const tokens = search && ((document as Readonly<Record<string, unknown>>)[search.tokens] ?? []);
  if (Array.isArray(tokens) && !tokens.every((token) => typeof token === 'string'))
    throw new TypeError(`"${search?.tokens}" holds no tokens`);
  return canonicalJson(document);
}

/** Text by its UTF-8 bytes, as databases do. */
function compare(a: Scalar, b: Scalar): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
