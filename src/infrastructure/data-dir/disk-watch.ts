import { statfsSync, statSync } from 'node:fs';

/** The rest is kept for facts about what was accepted, and for an orderly stop. A start needs as much. */
export const leastFreeBytes = 16 * 1024 * 1024;
/** What was freed must last for more than a moment. */
const enoughFreeBytes = 2 * leastFreeBytes;
const lookEveryMs = 1_000;

/** In bytes. `free`: for those who are not root. */
export function diskSpace(folder: string): { readonly free: number; readonly size: number } {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

export const freeBytes = (folder: string): number => diskSpace(folder).free;

export interface DiskListeners {
  readonly onFull: () => void;
  readonly onRoom: () => void;
}

/** Whether the disk of a folder is full: then nothing new is taken, before a write fails in the middle. */
export class DiskWatch {
  readonly #timer: NodeJS.Timeout;
  #isFull = false;

  /** Looks until {@link stop}. */
  constructor(
    private readonly folder: string,
    private readonly listeners: DiskListeners,
    private readonly freeBytesIn: (folder: string) => number = freeBytes,
  ) {
    this.#look();
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
    this.#timer.unref();
  }

  isFull(): boolean {
    return this.#isFull;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const free = this.#free();
    if (free === undefined) return;
    if (!this.#isFull && free < leastFreeBytes) {
      this.#isFull = true;
      this.listeners.onFull();
    } else if (this.#isFull && free >= enoughFreeBytes) {
      this.#isFull = false;
      this.listeners.onRoom();
    }
  }

  /** @returns undefined where the system does not say. */
  #free(): number | undefined {
    try {
      return this.freeBytesIn(this.folder);
    } catch {
      return undefined;
    }
  }
}

/** Whether the path still leads to the file that it led to when this was called: an open file outlives its name. */
export function fileInPlace(path: string): () => boolean {
  const placeOf = (): string | null => {
    try {
      const { dev, ino } = statSync(path, { bigint: true });
      return `${dev} ${ino}`;
    } catch {
      return null;
    }
  };
  const first = placeOf();
  return () => first === null || placeOf() === first;
}
