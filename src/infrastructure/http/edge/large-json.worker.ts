import { parentPort } from 'node:worker_threads';
import { giveWay } from '../../system/modest-worker.js';
import { parseLargeJson } from './large-json.js';

/** A body that is moved into the thread: the sending thread can no longer read it. */
export interface JsonToParse {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly maxDepth: number;
}

giveWay();
parentPort?.on('message', ({ bytes, maxDepth }: JsonToParse) => {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The contents that were decoded lie in the body's memory, which goes back with them.
  void parseLargeJson(body, maxDepth).then((parsed) => parentPort?.postMessage(parsed, [bytes.buffer]));
});
