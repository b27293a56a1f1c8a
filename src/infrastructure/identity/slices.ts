import { setImmediate as nextTurn } from 'node:timers/promises';

/** Large enough that the turns cost nothing, small enough that nobody waits for one. */
const sliceBytes = 1024 * 1024;

/** The bytes in slices, each in a turn of the event loop of its own. */
export async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    if (start > 0) await nextTurn();
    yield bytes.subarray(start, start + sliceBytes);
  }
}
