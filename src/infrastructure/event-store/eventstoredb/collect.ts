import type { StreamingRead } from '@eventstore/db-client';
import { DeadlineError } from './deadline.js';

/**
 * Everything that a read gives, until it ends. {@link DeadlineError} once nothing has come for so long: the client sets
 * reads no deadline. `onItem` hears of each.
 */
export function collect<Item>(
  read: StreamingRead<Item>,
  silenceMs: number,
  onItem: () => void = () => undefined,
): Promise<Item[]> {
  return new Promise((resolve, reject) => {
    const items: Item[] = [];
    const timer = setTimeout(() => {
      reject(new DeadlineError(silenceMs));
      read.cancel().catch(() => undefined);
    }, silenceMs);
    read.on('data', (item: Item) => {
      items.push(item);
      timer.refresh();
      onItem();
    });
    read.once('end', () => {
      clearTimeout(timer);
      resolve(items);
    });
    // Stays: an error may come after another, and one without a listener ends the process.
    read.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}
