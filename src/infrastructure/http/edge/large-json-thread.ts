import { nextTurn } from '../../../application/shared/delay.js';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { HttpOptions } from './http-options.js';
import type { LargeJson } from './large-json.js';
import type { JsonToParse, ParsedJson } from './large-json.worker.js';
import { FairThread } from '../../system/fair-thread.js';
import { startModestWorker } from '../../system/modest-worker.js';
import { workerUrl } from '../../system/worker-url.js';

/** A text of 40 MB with characters of two bytes, twice, and as much of small values as is read. */
const maxHeapMb = 512;
/** Linear, and a second's work at most. */
const timeoutMs = 6_000;

/** `parseLargeJson` in a thread of its own: one body after the other, the owners of teams in turn. */
export class LargeJsonThread {
  readonly #thread: FairThread<JsonToParse, ParsedJson>;

  constructor({ logger }: Pick<HttpOptions, 'logger'>) {
    this.#thread = new FairThread({
      start: () => startModestWorker(workerUrl(import.meta.url, './large-json.worker.js'), { maxHeapMb }),
      // A large body is no offence.
      limitsOf: () => ({ share: 'bodies', timeoutMs, budgetMs: Infinity }),
      windowMs: timeoutMs,
      transfer: ({ bytes }) => [bytes.buffer],
      onCutOff: (why, job) => logger.warn({ bytes: job?.bytes.byteLength }, `reading of a large body ${why}`),
    });
  }

  /**
   * The bytes are gone afterwards. In the places of contents stand a `Uint8Array` or false. Undefined when it took too
   * much.
   */
  async parse(bytes: Buffer, maxDepth: number, owner: string): Promise<LargeJson | undefined> {
    // Only a part of Node's pool is shared with others, and no large buffer is.
    const { buffer, byteOffset, byteLength } = bytes as Buffer<ArrayBuffer>;
    const job = { bytes: new Uint8Array(buffer, byteOffset, byteLength), maxDepth };
    const parsed = await this.#thread.run(job, owner);
    return parsed !== undefined && 'items' in parsed ? { body: await taken(parsed.items, parsed.groups) } : parsed;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

/** All items of a list, some in each turn of the event loop. */
export async function taken(items: MessagePort, groups: number): Promise<unknown[]> {
  const body: unknown[] = [];
  for (let group = 0; group < groups; group += 1) {
    if (group > 0) await nextTurn();
    // What the thread posts are lists; they came with the port.
    body.push(...((receiveMessageOnPort(items)?.message ?? []) as readonly unknown[]));
  }
  items.close();
  return body;
}
