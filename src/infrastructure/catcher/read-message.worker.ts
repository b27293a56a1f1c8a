import { parentPort, workerData } from 'node:worker_threads';
import { noteDamage, whenDamaged } from '../sqlite/damage.js';
import { openDatabase } from '../sqlite/database.js';
import { giveWay } from '../system/modest-worker.js';
import { readMessage } from './read-message.js';

if (parentPort === null) throw new Error('read-message.worker runs in a thread of its own');
const port = parentPort;
/** The characters that are shown, of two bytes each, and headers; files after them are not read. */
const readBytes = 640 * 1024;
giveWay();
// The message is shown unread; the next start puts the file aside.
whenDamaged(noteDamage);

/** Null when the message has gone. */
export type Reading = Awaited<ReturnType<typeof readMessage>> | null;

port.postMessage('ready');
port.on('message', (number: number) => {
  answerTo(number).then(
    (answer) => port.postMessage(answer),
    () => port.postMessage(null),
  );
});

async function answerTo(number: number): Promise<Reading> {
  const raw = rawOf(number);
  return raw === undefined ? null : await readMessage(raw);
}

/** Between two messages nothing holds the file: an erasure empties it. */
function rawOf(number: number): Uint8Array | undefined {
  const database = openDatabase(workerData as string, { readOnly: true });
  try {
    const raw = database
      .prepare('SELECT substr(raw, 1, ?) AS raw FROM message WHERE number = ?')
      .get(readBytes, number)?.['raw'];
    return raw instanceof Uint8Array ? raw : undefined;
  } finally {
    database.close();
  }
}
