import { createHash, type Hash } from 'node:crypto';
import { destroyedLines } from '../destroyed-lines.js';
import { orUnavailable } from '../or-unavailable.js';
import type { Call } from './calls.js';
import type { AppliedLogDocument, VaultCollections } from './collections.js';
import { appendToFile, blocksFrom, firstLineOf, linesFrom } from './destroyed-file.js';

/** The append-only file of destroyed keys, and how much of it the vault holds. One call at a time. */
export interface AppliedLog {
  /** On disk when it resolves. */
  append(kids: readonly string[], destroyedAt: string): Promise<void>;
  /** What was appended last has been destroyed. */
  noteApplied(keys: number): Promise<void>;
  /** Gives every line that this copy of the vault is not known to hold, in blocks of whole lines. */
  apply(destroy: (lines: Buffer) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** A start goes through so many again, at most, of those that were applied before a crash. */
const keysBetweenNotes = 1_000;

export function appliedLog(path: string, { appliedLogs }: VaultCollections, call: Call): AppliedLog {
  /** Undefined: the file is not what this process made of it, so the next start reads it from the beginning. */
  let applied: Prefix | undefined = emptyPrefix();
  let appended: Buffer | undefined;
  let keysSinceNote = 0;

  const note = async ({ bytes, hash }: Prefix): Promise<void> => {
    const first = await firstLineOf(path);
    if (first === undefined) return;
    const noted = { bytes, digest: hash.copy().digest('hex') };
    await call(() => appliedLogs.updateOne({ _id: nameOf(first) }, { $set: noted }, { upsert: true }));
    keysSinceNote = 0;
  };

  return {
    append: (kids, destroyedAt) =>
      orUnavailable(async () => {
        const { at, bytes } = await appendToFile(path, destroyedLines(kids, destroyedAt));
        appended = at === applied?.bytes ? bytes : undefined;
      }),

    async noteApplied(keys) {
      applied = appended === undefined || applied === undefined ? undefined : extended(applied, appended);
      keysSinceNote += keys;
      if (applied !== undefined && keysSinceNote >= keysBetweenNotes) await note(applied);
    },

    async apply(destroy) {
      const first = await firstLineOf(path);
      if (first === undefined) return;
      const noted = await call(() => appliedLogs.findOne({ _id: nameOf(first) }));
      let prefix = (noted === null ? undefined : await prefixOf(path, noted)) ?? emptyPrefix();
      for await (const lines of linesFrom(path, prefix.bytes)) {
        await destroy(lines);
        prefix = extended(prefix, lines);
      }
      applied = prefix;
      if (prefix.bytes !== noted?.bytes) await note(prefix);
    },

    async close() {
      if (applied !== undefined && keysSinceNote > 0) await note(applied);
    },
  };
}

/** So much of the file, from its beginning. */
interface Prefix {
  readonly bytes: number;
  readonly hash: Hash;
}

function emptyPrefix(): Prefix {
  return { bytes: 0, hash: createHash('sha256') };
}

function extended({ bytes, hash }: Prefix, by: Buffer): Prefix {
  return { bytes: bytes + by.length, hash: hash.update(by) };
}

/** Undefined where the file begins otherwise: it is not the one that was applied. */
async function prefixOf(path: string, { bytes, digest }: AppliedLogDocument): Promise<Prefix | undefined> {
  let prefix = emptyPrefix();
  for await (const block of blocksFrom(path, 0, bytes)) prefix = extended(prefix, block);
  return prefix.bytes === bytes && prefix.hash.copy().digest('hex') === digest ? prefix : undefined;
}

/** The first line tells the files of several processes apart; where two share it, the digest keeps either from harm. */
function nameOf(line: string): AppliedLogDocument['_id'] {
  return `applied/${createHash('sha256').update(line).digest('hex')}`;
}
