import type { Position } from '../../domain/shared/recorded.js';
import type { Fence } from './lease.js';

export type Scalar = string | number;

/**
 * How a projection's documents are stored: `name@version`, the members of a document that lists use, and their indexes.
 * The store answers the documents of the shape as it was given them, so a projection is a shape of its documents.
 */
export interface DocumentShape<Document extends object = object> {
  readonly name: string;
  readonly version: number;
  /** Top-level members of the document that lists compare and order by. What a list orders by is never null. */
  readonly fields: Readonly<Record<string, 'text' | 'integer'>>;
  /** Each index: fields compared for equality first, the ordering field last. */
  readonly indexes: readonly (readonly string[])[];
  readonly search?: SearchShape;
  /** Only projections have it: it makes the documents of the shape. */
  evolve?(document: never, recorded: never, key: string): Document | undefined;
}

/** What documents are found by, beside their fields. */
export interface SearchShape {
  /** A field of the shape, of type text: a search is always among documents that have one value of it. */
  readonly within: string;
  /** The member of the document that lists its tokens: an array of text. */
  readonly tokens: string;
}

/** Asks for the tokens of these documents that begin with the prefix. */
export interface TokenQuery {
  /** The value of the field that a search is within; documents with another one are left out. */
  readonly within: string;
  readonly ids: readonly string[];
  readonly prefix: string;
}

/** `document` undefined: removed. */
export interface DocumentChange {
  readonly id: string;
  readonly position: Position;
  readonly document: object | undefined;
  /**
   * Whether the store had it when the writer read it for this change; absent: not read. A wrong one costs time, no
   * correctness.
   */
  readonly wasStored?: boolean | undefined;
  /** Counts other documents of the shape: what it counts is never stored before it. */
  readonly isSum?: true;
}

export interface ListQuery {
  readonly equals: Readonly<Record<string, Scalar>>;
  /** A field, or `id`, or `position` (the position of the document's last change). */
  readonly orderBy: string;
  readonly direction: 'asc' | 'desc';
  /** Exclusive, in the direction of travel; ties on the value are broken by id. */
  readonly after?: { readonly value: Scalar; readonly id: string };
  /** Inclusive bound on `orderBy`, in the direction of travel. */
  readonly until?: Scalar;
  /**
   * For each of these, the document has a token that begins with it, compared by code point. Only where the shape has a
   * search, and `equals` names what it is within.
   */
  readonly prefixes?: readonly string[];
  readonly limit: number;
  /** So many that would be answered are passed over first; they are read from the index alone. */
  readonly skip?: number;
  /**
   * A walk ends after so many rows, however few of them it lets through. When absent, it ends when it has found enough.
   * What can be looked up (all that is compared stands in an index, or few documents have one of the tokens) is no
   * walk, and is found whole.
   */
  readonly mostRows?: number;
  /** It ends behind the document with which it has so many characters of JSON. When absent, however many it has. */
  readonly mostCharacters?: number;
  /** The team that asks: reads of different owners take turns. When absent, the server itself, which does not wait. */
  readonly forTeam?: string;
}

/** Which documents are counted, beside what they are compared for. */
export interface CountQuery {
  /** A field, or `id`: what the bounds are of. */
  readonly orderBy: string;
  /** Inclusive. */
  readonly atLeast?: Scalar;
  /** Inclusive. */
  readonly atMost?: Scalar;
  /**
   * Those that have this token, whole. Only where the shape has a search, `equals` names what it is within and nothing
   * else, and the bounds are of `id`.
   */
  readonly token?: string;
  /** It ends there: no more are counted. */
  readonly most: number;
}

export interface StoredDocument<Document extends object = object> {
  readonly id: string;
  readonly position: Position;
  readonly document: Document;
}

export interface ListPage<Document extends object = object> {
  readonly documents: readonly StoredDocument<Document>[];
  readonly hasMore: boolean;
  /** Where it ended before it had found enough: go on `after` it. Then `hasMore` is true. */
  readonly reached?: { readonly value: Scalar; readonly id: string };
  /** It ended there because of `mostCharacters`, and no walk because of `mostRows`. */
  readonly isFull?: true;
}

/**
 * The read store could not be read or written; whether a write was done is not known. The same call may succeed later.
 */
export class ReadStoreUnavailable extends Error {
  readonly code = 'read-store-unavailable';
}

/** Documents that projections write and queries read. No general database: only what those two need. */
export interface ReadStore {
  /** Position up to which the projection's documents are complete; undefined when it has none yet. */
  checkpoint(shape: DocumentShape): Promise<Position | undefined>;
  get<Document extends object>(shape: DocumentShape<Document>, id: string): Promise<Document | undefined>;
  /** Those that exist, by id, each with the position that it was written with. */
  getMany<Document extends object>(
    shape: DocumentShape<Document>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StoredDocument<Document>>>;
  /**
   * All changes, then the checkpoint; without one it stays where it is. When it rejects, some documents may be ahead of
   * the checkpoint, which is never ahead of them: the caller gives the same page again. A change that is not newer than
   * the stored document is left out. Where documents can be ahead, a change older than a removal brings nothing back. A
   * change that contradicts the shape rejects before anything is written. Several processes that may write give their
   * fences: rejects with `LeaseLost` where a newer one has written the checkpoint.
   */
  apply(
    shape: DocumentShape,
    changes: readonly DocumentChange[],
    checkpoint: Position | undefined,
    fence?: Fence,
  ): Promise<void>;
  list<Document extends object>(shape: DocumentShape<Document>, query: ListQuery): Promise<ListPage<Document>>;
  /** Those with these values; with a query only as far as it says. Reads an index where there is one for them. */
  count(shape: DocumentShape, equals: Readonly<Record<string, Scalar>>, query?: CountQuery): Promise<number>;
  /**
   * By id, sorted; a document without any may be left out. Reads no document, which is far larger. Only where the shape
   * has a search.
   */
  tokens(shape: DocumentShape, query: TokenQuery): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Removes the checkpoint, then all documents. Rejects with `LeaseLost` as {@link apply} does. */
  reset(shape: DocumentShape, fence?: Fence): Promise<void>;
  /** After an erasure: when it resolves, earlier versions of changed documents are in none of the store's files. */
  scrub?(): Promise<void>;
  close(): Promise<void>;
}

/** What queries may do. */
export type ReadStoreReader = Pick<ReadStore, 'checkpoint' | 'get' | 'getMany' | 'list' | 'count' | 'tokens'>;
