import type { OpenChunk } from './audience-walk.js';
import { eraseGone, type ErasePorts } from './erase-gone.js';
import { openPrepared, type PreparedMembers } from './open-members.js';
import type { OpenWindow } from './open-window.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { Provenance } from '../shared/handle.js';

/** Members of a chunk whose emails are opened in one step. */
export interface Batch {
  readonly chunk: OpenChunk;
  /** The part of the chunk that the step looked at. */
  readonly numbers: readonly number[];
  readonly prepared: PreparedMembers;
  readonly context: Provenance['context'];
  /** They are on disk. `last`: the last position of them. */
  readonly onOpened: (last: Position) => void;
  /** They could not be written, and are dealt with again. */
  readonly onFailed: () => unknown;
}

/**
 * Writes the emails of a broadcast, those of one step while those of the next are prepared: both commits of a step take
 * as long as its own work.
 */
export class OpenAhead {
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly ports: ErasePorts,
    private readonly broadcastId: string,
  ) {}

  /** Begins to write them, once those before are written. Throws where those could not be, and then begins nothing. */
  async begin(window: OpenWindow, batch: Batch): Promise<void> {
    await this.settled();
    await window.watch();
    batch.chunk.left = batch.chunk.left.slice(batch.numbers.length);
    this.#writing = this.#write(window, batch);
    // It is thrown where somebody waits for it.
    this.#writing.catch(() => undefined);
  }

  /** What was begun is on disk. Throws once where it could not be written: its members stay in their chunk again. */
  async settled(): Promise<void> {
    const writing = this.#writing;
    this.#writing = Promise.resolve();
    await writing;
  }

  async #write(window: OpenWindow, batch: Batch): Promise<void> {
    const { chunk, numbers, prepared } = batch;
    const emailIds = prepared.emails.map(({ emailId }) => emailId);
    window.add(this.broadcastId, emailIds);
    let isOpened = false;
    try {
      const last = await openPrepared(this.ports, prepared);
      isOpened = true;
      if (last !== undefined) batch.onOpened(last);
      await eraseGone(this.ports, chunk.loaded, numbers, batch.context);
      chunk.skipped.push(...prepared.skipped);
    } catch (error) {
      chunk.left = [...numbers, ...chunk.left];
      chunk.mayBeOpened = true;
      if (!isOpened) {
        window.forget(emailIds);
        await batch.onFailed();
      }
      throw error;
    }
  }
}
