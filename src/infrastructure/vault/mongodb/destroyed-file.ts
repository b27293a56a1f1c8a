import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lineEnd } from '../destroyed-lines.js';
import { syncFolder } from '../folder.js';

const blockBytes = 64 * 1024;

export interface Appended {
  /** The file's size before. */
  readonly at: number;
  readonly bytes: Buffer;
}

/** On disk when it resolves. */
export async function appendToFile(path: string, lines: string): Promise<Appended> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    // A crash may have cut the last line short; it must not swallow the next one.
    const separator = size > 0 && (await lastByte(file, size)) !== lineEnd ? '\n' : '';
    const bytes = Buffer.from(separator + lines);
    await file.appendFile(bytes);
    await file.sync();
    if (size === 0) await syncFolder(dirname(path));
    return { at: size, bytes };
  } finally {
    await file.close();
  }
}

/** Without its end. Undefined where there is no file or no whole line. */
export async function firstLineOf(path: string): Promise<string | undefined> {
  for await (const lines of linesFrom(path, 0)) return lines.toString('utf8', 0, lines.indexOf(lineEnd));
  return undefined;
}

/** Everything that has its end, in blocks of whole lines. */
export async function* linesFrom(path: string, from: number): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const block of blocksFrom(path, from, Number.POSITIVE_INFINITY)) {
    const text = Buffer.concat([rest, block]);
    const end = text.lastIndexOf(lineEnd) + 1;
    if (end > 0) yield text.subarray(0, end);
    rest = text.subarray(end);
  }
}

/** The file's bytes between two offsets, as far as there are any. */
export async function* blocksFrom(path: string, from: number, until: number): AsyncGenerator<Buffer> {
  const file = await openExisting(path);
  if (file === undefined) return;
  try {
    for (let offset = from; offset < until; ) {
      const length = Math.min(blockBytes, until - offset);
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, offset);
      if (bytesRead === 0) return;
      offset += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

async function openExisting(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function lastByte(file: FileHandle, size: number): Promise<number | undefined> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0];
}
