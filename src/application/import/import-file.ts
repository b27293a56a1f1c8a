import type { FilePlace, ImportCreated } from '../../domain/import/events.js';
import type { Kid } from '../../domain/shared/personal.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { openMessage } from '../shared/sealed-message.js';
import { type CsvRow, readRows } from './csv-rows.js';
import { decoded, maxCellsOf } from './file-head.js';
import { rawText } from './text-encoding.js';

/** Rows that are applied between two facts in the log. */
const maxChunkRows = 1_000;
/** Fewer rows where each joins segments and topics: another import has its turn behind these. */
const maxChunkEvents = 5_000;
/** Rows of much text are fewer: so much of them is in memory at a time. */
const maxChunkCharacters = 2 * 1024 * 1024;
/** A longer row is no contact: the rest of such a file is one cell, because a quote is never closed. */
const maxRowCharacters = 256 * 1024;

export type FilePorts = LogPorts & Pick<Ports, 'blobs' | 'sealer'>;

export interface FileChunk {
  readonly rows: readonly CsvRow[];
  /** Where the next chunk begins. */
  readonly next: FilePlace;
  /** Nothing is behind it. */
  readonly isLast: boolean;
  /** The row there is longer than a row may be. */
  readonly isTooLong: boolean;
}

/** The key of what an import keeps; undefined once it was destroyed. */
export async function keyOfImport(
  { keys }: Pick<LogPorts, 'keys'>,
  stream: StreamName,
  kid: Kid,
): Promise<Buffer | undefined> {
  const key = (await keys.getMany([kid])).get(kid);
  if (key?.state === 'destroyed') return undefined;
  if (key?.state !== 'present') throw new Error(`the key of ${stream} is missing`);
  return key.key;
}

/** The next rows of a file, from where the last chunk ended. A part of the file is in memory at a time. */
export async function readChunk(
  ports: FilePorts,
  { file, fileKid, encoding, separator, quoting, width, segmentIds, topics }: ImportCreated['data'],
  key: Buffer,
  from: FilePlace,
): Promise<FileChunk> {
  const { blobId, plainBytes } = file;
  const raw = rawText(encoding);
  const dialect = { separator, quoting, maxCells: maxCellsOf(width) };
  const memberships = segmentIds.length + topics.length;
  const maxRows = Math.min(maxChunkRows, Math.ceil(maxChunkEvents / (1 + memberships)));
  const rows: CsvRow[] = [];
  let text = '';
  let { byte, line } = from;
  const take = (isLast: boolean): void => {
    const read = readRows(text, { ...dialect, line, isLast, maxRows: maxRows - rows.length });
    for (const row of read.rows) rows.push(decoded(row, raw));
    byte += read.end * raw.bytesPerCharacter;
    line = read.line;
    text = text.slice(read.end);
  };
  const isFull = () => rows.length === maxRows || byte - from.byte > maxChunkCharacters;
  const chunk = (isLast: boolean, isTooLong = false): FileChunk => ({ rows, next: { byte, line }, isLast, isTooLong });
  for await (const piece of openMessage(ports, { blobId, kid: fileKid, plainBytes }, key, {
    start: byte,
    end: plainBytes,
  })) {
    text += raw.read(piece);
    take(false);
    if (isFull()) return chunk(false);
    if (text.length > maxRowCharacters) return chunk(false, true);
  }
  take(true);
  return chunk(text === '');
}

/** The header of a file that was read before. */
export async function headerOf(
  ports: FilePorts,
  { file, fileKid, encoding, separator, headerAt, rowsAt }: ImportCreated['data'],
  key: Buffer,
): Promise<readonly string[]> {
  const { blobId, plainBytes } = file;
  const raw = rawText(encoding);
  let text = '';
  const range = { start: headerAt?.byte ?? 0, end: rowsAt.byte };
  for await (const piece of openMessage(ports, { blobId, kid: fileKid, plainBytes }, key, range)) {
    text += raw.read(piece);
  }
  const [row] = readRows(text, { separator, line: 1, isLast: true, maxRows: 1 }).rows;
  return row === undefined ? [] : decoded(row, raw).cells.map((cell) => cell.replace(/^\ufeff/, ''));
}
