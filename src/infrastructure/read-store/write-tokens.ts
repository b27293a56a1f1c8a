import type { DocumentChange, DocumentShape, Scalar } from '../../application/ports/read-store.js';
import type { Position } from '../../domain/shared/recorded.js';
import { tokensOf } from './document-shape.js';
import type { KeptDocument } from './kept-documents.js';
import type { TokenTable } from './token-table.js';
import { membersOf } from '../../domain/shared/members.js';

interface Statement {
  get(...parameters: readonly Scalar[]): unknown;
  run(...parameters: readonly Scalar[]): unknown;
}

/** What a document is found by. */
export interface Found {
  readonly within: string | undefined;
  /** As {@link joined} writes them. */
  readonly tokens: string;
}

/** What stands in a document's row. */
interface Stored extends Omit<Found, 'within'> {
  readonly within?: string | null | undefined;
  readonly position: Position;
}

/**
 * A call of SQLite for each costs as much again as what it does. A statement stays prepared for each count up to this.
 */
const addedAtOnce = 32;

/**
 * Before the document's own row is written: adds rows for new tokens, and removes those of tokens that are gone. Most
 * changes leave them as they are, and cost one look, or none where the row is `kept`. Answers the tokens as they stand
 * in the document's row.
 */
export function writeTokens(
  prepare: (sql: string) => Statement,
  table: TokenTable,
  shape: DocumentShape,
  { change, kept }: { readonly change: DocumentChange; readonly kept: KeptDocument | undefined },
): Found {
  const { id, position, document, wasStored } = change;
  const within = document === undefined ? undefined : valueOf(document, shape);
  const isSameList = kept !== undefined && document !== undefined && hasSameTokens(shape, kept.document, document);
  if (isSameList && kept.within === within) return { within, tokens: kept.tokens };
  // Its fold has looked: there is nothing to compare. The table's own columns.
  const stored =
    kept === undefined
      ? wasStored === false
        ? undefined
        : (prepare(table.stored).get(id) as Stored | undefined)
      : kept;
  // What is within nothing is found by nothing.
  const tokens = document === undefined || within === undefined ? [] : tokensOf(shape, document);
  const column = joined(tokens);
  const isOlder = stored !== undefined && stored.position >= position;
  const isSame = stored?.tokens === column && (stored.within ?? undefined) === within;
  if (isOlder || isSame) return { within, tokens: column };
  const before = stored?.within === within ? new Set(parted(stored?.tokens ?? '')) : undefined;
  const after = new Set(before === undefined ? [] : tokens);
  for (const token of parted(stored?.tokens ?? ''))
    if (!after.has(token)) prepare(table.remove).run(stored?.within ?? '', token, id);
  const added = tokens.filter((token) => before?.has(token) !== true);
  for (let at = 0; at < added.length; at += addedAtOnce) {
    const some = added.slice(at, at + addedAtOnce);
    prepare(table.add(some.length)).run(within ?? '', id, ...some);
  }
  return { within, tokens: column };
}

/** A fold hands on the list that it does not change. */
function hasSameTokens({ search }: DocumentShape, before: object, after: object): boolean {
  const member = search?.tokens ?? '';
  return membersOf(before)[member] === membersOf(after)[member];
}

/** Each behind a line feed, so that a token that begins with a text is found in them. */
function joined(tokens: readonly string[]): string {
  return tokens.map((token) => `\n${token}`).join('');
}

/** What {@link joined} has joined. */
export function parted(tokens: string): readonly string[] {
  return tokens === '' ? [] : tokens.slice(1).split('\n');
}

function valueOf(document: object, { search }: DocumentShape): string | undefined {
  const value = membersOf(document)[search?.within ?? ''];
  return typeof value === 'string' ? value : undefined;
}
