import type { DomainEvent } from '../../domain/shared/decider.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { Category } from '../../domain/shared/stream-name.js';

/**
 * A fold of the log into documents: one document per key. `evolve` is pure and total: no clock, no I/O, never throws on
 * a fact. New logic is a new version, built beside the old one.
 */
export interface Projection<Event extends DomainEvent, Document extends object> {
  readonly name: string;
  readonly version: number;
  readonly categories: readonly Category[];
  readonly handles: readonly Event['type'][];
  /** Gets decrypted events. Its documents hold personal data of their own stream only. */
  readonly personal: boolean;
  /**
   * Its documents are one for each stream of this category, under the stream's id: they go when the stream is retired.
   */
  readonly documentsOf?: Category;
  /** Members of the document that lists filter and order by. */
  readonly fields: Readonly<Record<string, 'text' | 'integer'>>;
  readonly indexes: readonly (readonly string[])[];
  /**
   * The member that lists what a document is found by, and the field that a search is within. The tokens are part of
   * the document.
   */
  readonly search?: { readonly within: string; readonly tokens: string };
  /** Events folded in one go, where each makes many documents; otherwise the runner's own number. */
  readonly pageSize?: number;
  /** The documents that the event concerns. */
  keys(recorded: Recorded<Event>): readonly string[];
  /** `undefined` in: no document yet. `undefined` out: the document goes. */
  evolve(document: Document | undefined, recorded: Recorded<Event>, key: string): Document | undefined;
  /**
   * The document with the members that follow from the rest of it, once for all events of a page. Without it,
   * `evolve` leaves nothing to do.
   */
  complete?(document: Document): Document;
  /** Documents that count the others: kept by the runner, with each change of what they count. */
  readonly sums?: Sums<Document>;
}

export interface Sums<Document extends object> {
  /** What a document adds to sums. It adds nothing to itself, and nothing that an erasure would have to take back. */
  of(document: Document): readonly Summand[];
}

/** What is added to one sum. */
export interface Summand {
  readonly id: string;
  /** What the document of the sum has beside its counts. */
  readonly about: object;
  readonly counts: Counts;
}

export type Counts = Readonly<Record<string, number>>;

/** The document of a sum: there is one as long as something is counted, and no count of it is 0. */
export interface SumDocument {
  readonly counts: Counts;
}

export const isSum = (document: object): document is SumDocument => 'counts' in document;

export type AnyProjection = Projection<DomainEvent, object>;

/** Throws where two share a name and a version: they would write over each other. */
export function distinct(projections: readonly AnyProjection[]): readonly AnyProjection[] {
  const seen = new Set<string>();
  for (const { name, version } of projections) {
    const key = `${name}@${version}`;
    if (seen.has(key)) throw new Error(`two projections are called ${key}`);
    seen.add(key);
  }
  return projections;
}
