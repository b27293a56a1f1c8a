import type { LogSealed } from '../../domain/log-seal/events.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { logSealStream } from '../../domain/shared/stream-name.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { LogPorts } from '../shared/handle.js';

type SealReadPorts = Pick<LogPorts, 'store' | 'codec'>;

/** A seal, and the end of the event's stream that it names: at the event or behind it. */
export interface CoveringSeal {
  readonly seal: Recorded<LogSealed>;
  readonly leaf: { readonly revision: number; readonly digest: string };
}

const pageSize = 20;

/**
 * The first seal that covers an event. Halves its way to the first one that was written behind the event: a log has
 * half a million of them a year.
 * @returns undefined when no seal covers it yet.
 */
export async function coveringSeal(
  ports: SealReadPorts,
  { stream, revision, position }: Pick<StoredEvent, 'stream' | 'revision' | 'position'>,
): Promise<CoveringSeal | undefined> {
  let from = await firstBehind(ports, position);
  for (let page = await sealsFrom(ports, from, pageSize); page.length > 0; ) {
    for (const seal of page) {
      const leaf = seal.event.data.leaves.find(([name, last]) => name === stream && last >= revision);
      if (leaf !== undefined) return { seal, leaf: { revision: leaf[1], digest: leaf[2] } };
    }
    from += page.length;
    page = await sealsFrom(ports, from, pageSize);
  }
  return undefined;
}

/** The number in their stream of the first seal behind the position; the number of all where none is. */
async function firstBehind(ports: SealReadPorts, position: StoredEvent['position']): Promise<number> {
  const last = await ports.store.readLast(logSealStream);
  let [low, high] = [0, last === undefined ? 0 : last.revision + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [seal] = await ports.store.readStream(logSealStream, { from: middle, limit: 1 });
    if (seal === undefined || seal.position > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

async function sealsFrom(
  { store, codec }: SealReadPorts,
  from: number,
  limit: number,
): Promise<readonly Recorded<LogSealed>[]> {
  return codec.decode<LogSealed>(await store.readStream(logSealStream, { from, limit }));
}
