import type { Position } from '../../domain/shared/recorded.js';
import { type AppendResult, type EventStore, MAX_APPEND_BYTES, type StreamAppend } from '../ports/event-store.js';
import type { DetailsTooLarge } from './email-request.js';
import { retryAppend, type LogPorts, requestPatience } from '../shared/handle.js';

/**
 * Length of the texts in one append, in characters: others wait for it. Most batches of a hundred emails are smaller.
 */
const maxPieceCharacters = 512 * 1024;

type Writes = readonly [StreamAppend, ...StreamAppend[]];

/**
 * Appends the anchor with the streams that it opens; of a large batch one piece after the other, so that other appends
 * come in between. The result speaks of the anchor; its position is that of the last event. What is left out, the
 * process manager opens.
 */
export async function appendSubmission(
  ports: Pick<LogPorts, 'store' | 'clock'>,
  writes: Writes,
): Promise<AppendResult> {
  const [first, ...others] = piecesOf(writes);
  const anchored = await retryAppend(ports, first, requestPatience);
  if (anchored.result !== 'written') return anchored;
  return { ...anchored, position: await positionOfLast(ports.store, others, anchored.position) };
}

async function positionOfLast(
  store: Pick<EventStore, 'append'>,
  pieces: readonly Writes[],
  anchored: Position,
): Promise<Position> {
  let last = anchored;
  for (const piece of pieces) {
    const appended = await store.append(piece);
    // An engine that does not answer: what was accepted is not held up.
    if (appended.result === 'unknown') break;
    if (appended.result === 'written' && appended.position > last) last = appended.position;
  }
  return last;
}

/** No retry helps where no engine takes an append: it is refused before it is tried. */
export function tooLarge(writes: readonly Pick<StreamAppend, 'events'>[]): DetailsTooLarge | undefined {
  return writes.some(({ events }) => bytesOf(events) > MAX_APPEND_BYTES) ? { refused: 'details-too-large' } : undefined;
}

function bytesOf(events: StreamAppend['events']): number {
  const texts = events.flatMap(({ type, data, metadata }) => [type, data, metadata]);
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  // No character has more than three bytes: nearly every email is known to be small without counting.
  return characters * 3 <= MAX_APPEND_BYTES
    ? characters
    : texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function piecesOf([anchor, ...others]: Writes): readonly [Writes, ...Writes[]] {
  const first: [StreamAppend, ...StreamAppend[]] = [anchor];
  const pieces: [Writes, ...Writes[]] = [first];
  let piece = first;
  let characters = charactersOf(anchor);
  for (const other of others) {
    const more = charactersOf(other);
    if (characters + more > maxPieceCharacters) {
      piece = [other];
      pieces.push(piece);
      characters = 0;
    } else {
      piece.push(other);
    }
    characters += more;
  }
  return pieces;
}

function charactersOf({ events }: StreamAppend): number {
  return events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
}
