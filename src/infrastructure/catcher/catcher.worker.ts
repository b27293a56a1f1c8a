import { MessageChannel, parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../sqlite/database.js';
import { serveWrites } from '../sqlite/group-commit.js';
import { WriteClient } from '../sqlite/write-client.js';
import type { CatcherThreadSettings } from './catcher.js';
import { listen } from './catcher-server.js';
import { createMessageStore } from './message-store.js';

if (parentPort === null) throw new Error('catcher.worker runs in a thread of its own');
const { databasePath, sandboxDomains } = workerData as CatcherThreadSettings;

const database = openDatabase(databasePath, { secureDelete: true });
const store = createMessageStore(database);
const { port1, port2 } = new MessageChannel();
const writer = new WriteClient(port1);
const port = await listen({ sandboxDomains, keep: (message) => writer.call('add', message) });

serveWrites(parentPort, { database, handlers: { ...store, port: () => port } });
// What the receiver keeps goes the same way as what others ask: one transaction for all of a moment.
parentPort.emit('message', { connect: port2 });
