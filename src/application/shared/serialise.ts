import type { StreamName } from '../../domain/shared/stream-name.js';
import type { LogPorts } from './handle.js';

/** One line per stream inside this process: appends that would only conflict with each other wait instead. */
export function createSerialiser(): LogPorts['serialise'] {
  const tails = new Map<StreamName, Promise<unknown>>();
  return async (stream, work) => {
    const before = tails.get(stream);
    const running = before === undefined ? work() : before.then(work, work);
    tails.set(stream, running);
    try {
      return await running;
    } finally {
      if (tails.get(stream) === running) tails.delete(stream);
    }
  };
}
