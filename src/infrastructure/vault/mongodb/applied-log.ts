import { createHash, type Hash } from 'node:crypto';
import { destroyedLines } from '../destroyed-lines.js';
import { orUnavailable } from '../or-unavailable.js';
import type { Call } from './calls.js';
import type { AppliedLogDocument, VaultCollections } from './collections.js';
import { appendToFile, blocksFrom, firstLineOf, linesFrom } from './destroyed-file.js';

/** A start goes through so many again, at most, of those that were applied before a crash. */
const keysBetweenNotes = 1_000;

/** The append-only file of destroyed keys, and how much of it the vault holds. One call at a time. */
export class AppliedLog {
  /**
   * Undefined when the file is not what this process made of it, so that the next start reads it from the beginning.
   */
  #applied: Prefix | undefined = emptyPrefix();
  #appended: Buffer | undefined;
  #keysSinceNote = 0;

  constructor(
    private readonly path: string,
    private readonly collections: Pick<VaultCollections, 'appliedLogs'>,
    private readonly call: Call,
  ) {}

  /** On disk when it resolves. */
  append(kids: readonly string[], destroyedAt: string): Promise<void> {
    return orUnavailable(async () => {
      const { at, bytes } = await appendToFile(this.path, destroyedLines(kids, destroyedAt));
      this.#appended = at === this.#applied?.bytes ? bytes : undefined;
    });
  }

  /** What was appended last has been destroyed. */
  async noteApplied(keys: number): Promise<void> {
    const [applied, appended] = [this.#applied, this.#appended];
    this.#applied = appended === undefined || applied === undefined ? undefined : extended(applied, appended);
    this.#keysSinceNote += keys;
    if (this.#applied !== undefined && this.#keysSinceNote >= keysBetweenNotes) await this.#note(this.#applied);
  }

  /** Gives every line that this copy of the vault is not known to hold, in blocks of whole lines. */
  async apply(destroy: (lines: Buffer) => Promise<void>): Promise<void> {
    const first = await firstLineOf(this.path);
    if (first === undefined) return;
    const noted = await this.call(() => this.collections.appliedLogs.findOne({ _id: nameOf(first) }));
    let prefix = (noted === null ? undefined : await prefixOf(this.path, noted)) ?? emptyPrefix();
    for await (const lines of linesFrom(this.path, prefix.bytes)) {
      await destroy(lines);
      prefix = extended(prefix, lines);
    }
    this.#applied = prefix;
    if (prefix.bytes !== noted?.bytes) await this.#note(prefix);
  }

  async close(): Promise<void> {
    if (this.#applied !== undefined && this.#keysSinceNote > 0) await this.#note(this.#applied);
  }

  async #note({ bytes, hash }: Prefix): Promise<void> {
    const first = await firstLineOf(this.path);
    if (first === undefined) return;
    const noted = { bytes, digest: hash.copy().digest('hex') };
    const { appliedLogs } = this.collections;
    await this.call(() => appliedLogs.updateOne({ _id: nameOf(first) }, { $set: noted }, { upsert: true }));
    this.#keysSinceNote = 0;
  }
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

/**
 * The first line distinguishes the files of several processes; where two share it, the digest keeps either from harm.
 */
function nameOf(line: string): AppliedLogDocument['_id'] {
  return `applied/${createHash('sha256').update(line).digest('hex')}`;
}
