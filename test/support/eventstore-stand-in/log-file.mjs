// @ts-check
/**
 * The log's file: a header, then one record per append: `[bytes u32][crc32 u32]` and its entries, each `[bytes u32]` and
 * content. An entry's position is the offset of its length. A record counts when it is whole: appends are all or nothing.
 */
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';

const HEADER = Buffer.alloc(128).fill('event store stand-in, log 1\n', 0, 28);
const RECORD_HEADER_BYTES = 8;
/** So many entries are shown in one turn before connections get theirs: a server that does nothing else at once. */
const ENTRIES_PER_TURN = 16;

/** @typedef {{ position: number, content: Buffer }} Entry */
/** @typedef {Awaited<ReturnType<typeof openLog>>} Log */

/**
 * @param {string} dir
 * @param {() => Promise<void>} [confirmed] Asked after each sync: what it holds may be acknowledged.
 */
export async function openLog(dir, confirmed) {
  await mkdir(dir, { recursive: true });
  const file = await open(join(dir, 'log'), 'a+');
  let { entries, end } = readEntries(await file.readFile());
  await file.truncate(end);
  if (end === 0) await file.appendFile(HEADER);
  end = Math.max(end, HEADER.length);
  /** @type {{ record: Buffer, entryCount: number, onDisk: () => void }[]} */
  let waiting = [];
  let writing = Promise.resolve();
  let isWriting = false;

  /** One write and one sync for all that came during the last one. */
  async function writeWaiting() {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await file.appendFile(Buffer.concat(group.map(({ record }) => record)));
      await file.datasync();
      await confirmed?.();
      let shown = 0;
      for (const { entryCount, onDisk } of group) {
        onDisk();
        shown += entryCount;
        if (shown < ENTRIES_PER_TURN) continue;
        shown = 0;
        await nextTurn();
      }
    }
    isWriting = false;
  }

  return {
    /** What was on disk at the start, once. */
    takeEntries() {
      const taken = entries;
      entries = [];
      return taken;
    },
    /** Where the next record will begin. */
    end: () => end,
    /**
     * Writes one record. Each encoder is given its entry's position and answers its content; `onDisk` is called when the
     * record is synced, in the order of the appends.
     * @param {readonly ((position: number) => Uint8Array)[]} encoders
     * @param {() => void} onDisk
     */
    append(encoders, onDisk) {
      const record = encodeRecord(end, encoders);
      end += record.length;
      waiting.push({ record, entryCount: encoders.length, onDisk });
      if (isWriting) return;
      isWriting = true;
      writing = writeWaiting();
    },
    async close() {
      await writing;
      await file.close();
    },
  };
}

/**
 * @param {number} start
 * @param {readonly ((position: number) => Uint8Array)[]} encoders
 */
function encodeRecord(start, encoders) {
  /** @type {Buffer[]} */
  const parts = [Buffer.alloc(RECORD_HEADER_BYTES)];
  let bytes = RECORD_HEADER_BYTES;
  for (const encode of encoders) {
    const content = encode(start + bytes);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    parts.push(length, Buffer.from(content.buffer, content.byteOffset, content.length));
    bytes += 4 + content.length;
  }
  const record = Buffer.concat(parts, bytes);
  record.writeUInt32BE(bytes - RECORD_HEADER_BYTES, 0);
  record.writeUInt32BE(crc32(record.subarray(RECORD_HEADER_BYTES)), 4);
  return record;
}

/**
 * The entries of every whole record, and where the last one ends: what follows was never acknowledged.
 * @param {Buffer} bytes
 */
function readEntries(bytes) {
  /** @type {Entry[]} */
  const entries = [];
  if (bytes.length < HEADER.length) return { entries, end: 0 };
  if (!bytes.subarray(0, HEADER.length).equals(HEADER)) throw new Error('not a log of the stand-in');
  let end = HEADER.length;
  while (end + RECORD_HEADER_BYTES <= bytes.length) {
    const first = end + RECORD_HEADER_BYTES;
    const after = first + bytes.readUInt32BE(end);
    if (after > bytes.length || crc32(bytes.subarray(first, after)) !== bytes.readUInt32BE(end + 4)) break;
    for (let position = first; position < after; ) {
      const contentEnd = position + 4 + bytes.readUInt32BE(position);
      entries.push({ position, content: bytes.subarray(position + 4, contentEnd) });
      position = contentEnd;
    }
    end = after;
  }
  return { entries, end };
}
