import type { DocumentChange, DocumentShape, Scalar } from '../../application/ports/read-store.js';
import type { Position } from '../../domain/shared/recorded.js';
import { tokensOf } from './document-shape.js';
import type { TokenTable } from './token-table.js';
import { membersOf } from '../../domain/shared/members.js';

interface Statement {
  get(...parameters: readonly Scalar[]): unknown;
  run(...parameters: readonly Scalar[]): unknown;
}

/** What stands in a document's row. */
interface Stored {
  readonly within: string | null;
  /** As {@link joined} writes them. */
  readonly tokens: string;
  readonly position: Position;
}

/**
 * A call of SQLite for each costs as much again as what it does. A statement stays prepared for each count up to this.
 */
const addedAtOnce = 32;

/**
 * Before the document's own row is written: adds rows for new tokens, and removes those of tokens that are gone. Most
 * changes leave them as they are, and cost one look. Answers the tokens as they stand in the document's row.
 */
export function writeTokens(
  prepare: (sql: string) => Statement,
  table: TokenTable,
  shape: DocumentShape,
  { id, position, document, wasStored }: DocumentChange,
): string {
  // Its fold has looked: there is nothing to compare. The table's own columns.
  const stored = wasStored === false ? undefined : (prepare(table.stored).get(id) as Stored | undefined);
  const within = document === undefined ? undefined : valueOf(document, shape);
  // What is within nothing is found by nothing.
  const tokens = document === undefined || within === undefined ? [] : tokensOf(shape, document);
  const column = joined(tokens);
  const isOlder = stored !== undefined && stored.position >= position;
  const isSame = stored?.tokens === column && (stored.within ?? undefined) === within;
  if (isOlder || isSame) return column;
  const before = stored?.within === within ? new Set(parted(stored?.tokens ?? '')) : undefined;
  const after = new Set(before === undefined ? [] : tokens);
  for (const token of parted(stored?.tokens ?? ''))
    if (!after.has(token)) prepare(table.remove).run(stored?.within ?? '', token, id);
  const added = tokens.filter((token) => before?.has(token) !== true);
  for (let at = 0; at < added.length; at += addedAtOnce) {
    const some = added.slice(at, at + addedAtOnce);
    prepare(table.add(some.length)).run(within ?? '', id, ...some);
  }
  return column;
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
