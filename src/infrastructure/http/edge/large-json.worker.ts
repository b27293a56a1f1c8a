import { MessageChannel, type MessagePort, parentPort } from 'node:worker_threads';
import { giveWay } from '../../system/modest-worker.js';
import { type LargeJson, parseLargeJson } from './large-json.js';

/** A body that is moved into the thread: the sending thread can no longer read it. */
export interface JsonToParse {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly maxDepth: number;
}

/** Items of a list wait in a port, in groups: taking all at once holds the reader's event loop up. */
export type ParsedJson = LargeJson | { readonly items: MessagePort; readonly groups: number };

giveWay();
parentPort?.on('message', ({ bytes, maxDepth }: JsonToParse) => {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { port1: writer, port2: items } = new MessageChannel();
  let groups = 0;
  const parsing = parseLargeJson(body, maxDepth, (group, contents) => {
    groups += 1;
    writer.postMessage(
      group,
      contents.map(({ buffer }) => buffer),
    );
  });
  void parsing.then((parsed) => {
    const isListed = groups > 0 && !('problem' in parsed);
    if (!isListed) writer.close();
    if (isListed || 'problem' in parsed) {
      free(bytes.buffer);
      if (isListed) parentPort?.postMessage({ items, groups } satisfies ParsedJson, [items]);
      else parentPort?.postMessage(parsed);
      return;
    }
    // The contents that were decoded lie in the body's memory, which goes back with them, or to be freed.
    parentPort?.postMessage(parsed, [bytes.buffer]);
  });
});

/**
 * At once, where collecting garbage may be long in coming: a message that cannot be taken goes with what was moved into
 * it.
 */
function free(buffer: ArrayBuffer): void {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(null, [buffer]);
  port2.close();
}
