import { MessageChannel, parentPort, workerData } from 'node:worker_threads';
import { endThreadWhenDamaged } from '../sqlite/damage.js';
import { openDatabase } from '../sqlite/database.js';
import { serveWrites } from '../sqlite/group-commit.js';
import { WriteClient } from '../sqlite/write-client.js';
import { listen } from './catcher-server.js';
import { catcherFormat, createMessageStore } from './message-store.js';
import { comeAfterRequests } from '../system/modest-worker.js';

/** What the thread is started with. */
export interface CatcherThreadSettings {
  readonly databasePath: string;
  readonly sandboxDomains: readonly string[];
}

if (parentPort === null) throw new Error('catcher.worker runs in a thread of its own');
comeAfterRequests();
const { databasePath, sandboxDomains } = workerData as CatcherThreadSettings;

endThreadWhenDamaged();
const database = openDatabase(databasePath, { secureDelete: true, format: catcherFormat });
const store = createMessageStore(database);
const { port1, port2 } = new MessageChannel();
const writer = new WriteClient(port1);
const port = await listen({ sandboxDomains, keep: (message) => writer.call('add', message, ownMemory(message.raw)) });

// What is received is written the same way as what the other threads ask for: all of a moment in one transaction.
const handlers = { ...store, port: () => port };
serveWrites(port2, { database, handlers });
serveWrites(parentPort, { database, handlers });

/** A large message has memory of its own and need not be copied; a small one shares Node's pool, which must stay. */
function ownMemory({ buffer, byteLength }: Buffer): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
