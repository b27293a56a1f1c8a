import type { DataKeyRow, NewBlob, StagedBlob } from '../ports/vault.js';
import { inTurns } from '../shared/in-turns.js';
import type { Ports } from '../shared/ports.js';

/** What one anchor needs in the vault. */
export interface VaultEntry {
  readonly keyRow: DataKeyRow;
  /** Its row is in the vault already. */
  readonly hasKeyRow?: boolean;
  readonly blobs: readonly NewBlob[];
  /** A raw message's text. */
  readonly staged?: StagedBlob;
}

/** Bodies that are stored together. Most batches have fewer, and share one commit. */
const maxBytesTogether = 1024 * 1024;

/**
 * {@link storeInVault} for a submission whose mails come one after the other: the bodies of a large one are on their
 * way while the next are prepared, and are not held any longer.
 */
export class VaultStoring {
  #waiting: VaultEntry[] = [];
  #waitingBytes = 0;
  #stored: Promise<boolean> = Promise.resolve(true);

  constructor(private readonly ports: Pick<Ports, 'keys' | 'blobs'>) {}

  /** Resolves when there is room for more. */
  async add(entry: VaultEntry): Promise<void> {
    this.#waiting.push(entry);
    this.#waitingBytes += entry.blobs.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (this.#waitingBytes < maxBytesTogether) return;
    const before = await this.#stored;
    this.#stored = before ? this.#storeWaiting() : Promise.resolve(false);
  }

  /** @returns false when not all could be written, and nothing is to be accepted. */
  async end(): Promise<boolean> {
    return (await this.#stored) && this.#storeWaiting();
  }

  #storeWaiting(): Promise<boolean> {
    const entries = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    return storeInVault(this.ports, entries);
  }
}

/**
 * The first of the two commits: keys, bodies and attachments. False: it could not be written, and nothing was accepted.
 */
export async function storeInVault(
  { keys, blobs: store }: Pick<Ports, 'keys' | 'blobs'>,
  entries: readonly VaultEntry[],
): Promise<boolean> {
  // Started in one turn of the event loop, so that they share one commit, but for large batches; all have ended before
  // the answer.
  const stored: Promise<boolean>[] = [];
  await inTurns(entries, effortOf, ({ keyRow, hasKeyRow, blobs, staged }) => {
    const writes = [
      ...(hasKeyRow === true ? [] : [keys.createRow(keyRow)]),
      ...blobs.map((blob) => store.put(blob)),
      ...(staged === undefined ? [] : [staged.store({ anchor: keyRow.anchor, createdAt: keyRow.createdAt })]),
    ];
    stored.push(areFulfilled(writes));
  });
  return (await Promise.all(stored)).every(Boolean);
}

async function areFulfilled(writes: readonly Promise<void>[]): Promise<boolean> {
  const results = await Promise.allSettled(writes);
  return results.every(({ status }) => status === 'fulfilled');
}

/** As `inTurns` counts it: each key is wrapped, and of the bodies the bytes are only handed on. */
function effortOf({ keyRow, blobs }: VaultEntry): number {
  return blobs.reduce((sum, { bytes }) => sum + bytes.length / 16, 500 * keyRow.keys.length);
}
