import type { EventEmitter } from 'node:events';
import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import type { OnCall } from '../telemetry/engine-calls.js';
import { commandBegins, guardCommands } from './ended-commands.js';
import { fewUpdatesAtOnce } from './update-in-turn.js';

export interface MongodbConnection {
  /** The database that the URL names; `posthorn` where it names none. */
  readonly database: Db;
  /** How many updates of single documents this server takes in one command. */
  readonly updatesAtOnce: number;
  /** Whether it uses its index of ids for several at a time, and not for one alone. */
  readonly looksUpMany: boolean;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /**
   * Until a server that takes writes must have been found, for the first connection and for every call. Default 3 s.
   */
  readonly serverSelectionTimeoutMs?: number;
  /** Until one command is answered, a write by a majority. The driver asks once more. Default 10 s. */
  readonly answerTimeoutMs?: number;
  /** Hears of each command, by its name. */
  readonly onCall?: OnCall;
}

const defaultDatabase = 'posthorn';

/** The shortest interval that the driver allows. */
const lookEveryMs = 500;
/** Shorter than firewalls remember a connection. */
const longestIdleMs = 60_000;

/**
 * What a write answers is on the disks of a majority, and what a read answers is too: nothing that was answered is ever
 * rolled back. These win over what the URL asks for.
 */
const durable = (timeoutMs: number): MongoClientOptions => ({
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: timeoutMs },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
});

/**
 * Connects to a MongoDB replica set (or what speaks its protocol). Rejects where none answers in time, or where the
 * user may not read and write; see `isOutage` and `whyMongodbFailed`. Once connected, it finds new primaries
 * automatically.
 */
export async function connectMongodb(url: string, options: ConnectOptions = {}): Promise<MongodbConnection> {
  const { serverSelectionTimeoutMs = 3_000, answerTimeoutMs = 10_000, onCall } = options;
  guardCommands();
  const client = new MongoClient(url, {
    ...durable(answerTimeoutMs),
    appName: 'posthorn',
    serverSelectionTimeoutMS: serverSelectionTimeoutMs,
    connectTimeoutMS: serverSelectionTimeoutMs,
    socketTimeoutMS: answerTimeoutMs,
    waitQueueTimeoutMS: answerTimeoutMs,
    // Each server is asked on a connection of its own. Where that falls silent for as long as an attempt to connect may
    // take, every connection to the server is thrown away with it, those that wait for an answer too, and made again.
    // The server's own announcements, which the driver would follow otherwise, come every ten seconds, and say nothing
    // of a network that swallows.
    serverMonitoringMode: 'poll',
    heartbeatFrequencyMS: lookEveryMs,
    maxIdleTimeMS: longestIdleMs,
    // Where the server has sessions: the driver itself sees that a standalone one has none.
    retryWrites: true,
  });
  if (onCall !== undefined) (client as EventEmitter).on(commandBegins, onCall);
  const database = client.db(namesDatabase(url) ? undefined : defaultDatabase);
  try {
    await client.connect();
    const [isFerretDb] = await Promise.all([isFerretDbBehind(database), requireRights(database)]);
    const updatesAtOnce = isFerretDb ? fewUpdatesAtOnce : manyUpdatesAtOnce;
    return { database, updatesAtOnce, looksUpMany: !isFerretDb, close: () => client.close() };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Well below the 100,000 that MongoDB takes; the driver divides what is too large for one message. */
const manyUpdatesAtOnce = 1_000;

async function isFerretDbBehind(database: Db): Promise<boolean> {
  return 'ferretdbVersion' in (await database.command({ buildInfo: 1 }));
}

const nothing = { _id: 'no such checkpoint' };

/** Without a user, or with too few rights, a server still takes connections: it refuses the first read or write. */
async function requireRights(database: Db): Promise<void> {
  await database.collection<{ _id: string }>('checkpoints').findOne(nothing);
  await probeWrite(database);
}

/** A write as every other, acknowledged by a majority, that finds nothing to change. */
export async function probeWrite(database: Db): Promise<void> {
  await database.collection<{ _id: string }>('checkpoints').updateOne(nothing, { $set: { probed: true } });
}

function namesDatabase(url: string): boolean {
  return /^[^/]+:\/\/[^/?]+\/[^?]/.test(url);
}
