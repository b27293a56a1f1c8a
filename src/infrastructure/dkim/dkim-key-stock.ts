import type { SigningAlgorithm } from '../../application/ports/mail-composer.js';
import { type DkimKey, generateDkimKey } from './generate-dkim-key.js';

export interface DkimKeyStockOptions {
  /** RSA keys that lie ready once the stock has been filled. */
  readonly size: number;
  readonly generate?: (algorithm: SigningAlgorithm) => Promise<DkimKey>;
}

interface Waiting {
  readonly resolve: (key: DkimKey) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * RSA keys, made one at a time and before they are needed: to find one takes a core for up to a second, and a thread of
 * the pool that files and look-ups need too. Where more is asked for than lies ready, the owners of teams are served in
 * turn.
 */
export class DkimKeyStock {
  readonly #generate: (algorithm: SigningAlgorithm) => Promise<DkimKey>;
  readonly #size: number;
  readonly #ready: DkimKey[] = [];
  /** In the order of turns: who was served goes to the end. */
  readonly #waiting = new Map<string, Waiting[]>();
  #isMaking = false;

  constructor({ size, generate = generateDkimKey }: DkimKeyStockOptions) {
    this.#size = size;
    this.#generate = generate;
  }

  /** A new key, never handed out twice. */
  take(algorithm: SigningAlgorithm, owner: string): Promise<DkimKey> {
    // Made in less than a millisecond.
    if (algorithm === 'ed25519-sha256') return this.#generate(algorithm);
    const key = this.#waiting.size === 0 ? this.#ready.pop() : undefined;
    const taken = key === undefined ? this.#wait(owner) : Promise.resolve(key);
    this.fill();
    return taken;
  }

  /** Begins to make what is missing; nothing waits for it. */
  fill(): void {
    if (this.#isMaking || (this.#waiting.size === 0 && this.#ready.length >= this.#size)) return;
    this.#isMaking = true;
    this.#generate('rsa-sha256').then(
      (key) => this.#made((waiting) => waiting.resolve(key), key),
      (error: unknown) => this.#made((waiting) => waiting.reject(error)),
    );
  }

  #wait(owner: string): Promise<DkimKey> {
    return new Promise((resolve, reject) => {
      const line = this.#waiting.get(owner) ?? [];
      line.push({ resolve, reject });
      this.#waiting.set(owner, line);
    });
  }

  #made(answer: (waiting: Waiting) => void, key?: DkimKey): void {
    this.#isMaking = false;
    const next = this.#next();
    if (next !== undefined) answer(next);
    else if (key !== undefined) this.#ready.push(key);
    // A failure that no request waited for is tried again when a key is asked for.
    if (next !== undefined || key !== undefined) this.fill();
  }

  #next(): Waiting | undefined {
    for (const [owner, line] of this.#waiting) {
      this.#waiting.delete(owner);
      const first = line.shift();
      if (line.length > 0) this.#waiting.set(owner, line);
      return first;
    }
    return undefined;
  }
}
