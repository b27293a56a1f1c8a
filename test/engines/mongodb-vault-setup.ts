import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandStartedEvent, type Db, type Document, MongoClient } from 'mongodb';
import { kidOf } from '../../src/domain/shared/personal.js';
import { type MongoVault, openMongoVault } from '../../src/infrastructure/vault/mongodb/open-vault.js';
import { describeOverMongodb, type MongodbServer } from '../support/mongodb-server.js';

export const masterKey = Buffer.alloc(32, 7);
export const destroyedAt = '2026-03-01T10:00:00.000Z';
export const collectionNames = [
  'vault_keys',
  'vault_destroyed',
  'vault_secrets',
  'vault_identity',
  'vault_blobs',
  'vault_blob_chunks',
  'vault_uploads',
];

// State of the running test: filled before each one.
export let client: MongoClient;
export let db: Db;
export let folder: string;
export let commands: CommandStartedEvent[];

/** A suite over an empty database of its own, new for each test. */
export function describeVaultInMongodb(of: string, tests: (server: () => MongodbServer) => void): void {
  describeOverMongodb(`the vault in MongoDB: ${of}`, (server) => {
    beforeEach(async () => {
      commands = [];
      client = new MongoClient(server().url, { monitorCommands: true });
      client.on('commandStarted', (event: CommandStartedEvent | string) => {
        // `ended-commands`, which another file of this worker may have put in place, announces a bare name.
        if (typeof event !== 'string') commands.push(event);
      });
      db = client.db();
      await db.dropDatabase();
      folder = await mkdtemp(join(tmpdir(), 'vault-'));
    });
    afterEach(async () => {
      await client.close();
      await rm(folder, { recursive: true, force: true });
    });
    tests(server);
  });
}

export const open = (options: { key?: Buffer; destroyedLog?: string; on?: Db } = {}): Promise<MongoVault> => {
  const { key = masterKey, on = db, ...rest } = options;
  return openMongoVault({ db: on, masterKey: key, ...rest });
};
export const stateOf = async (vault: MongoVault, row: string, index: number) =>
  (await vault.keys.getMany([kidOf(row, index)])).get(kidOf(row, index));

/** Every document of the vault. */
export const everything = async (): Promise<Map<string, Document[]>> =>
  new Map(
    await Promise.all(collectionNames.map(async (name) => [name, await db.collection(name).find().toArray()] as const)),
  );
/** Every binary value of the vault, and every word. */
export const allBytes = async (): Promise<Buffer> => {
  const parts: Buffer[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') parts.push(Buffer.from(value));
    else if (typeof value === 'object' && value !== null && 'buffer' in value)
      parts.push(Buffer.from(value.buffer as Buffer));
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) collect(inner);
  };
  for (const documents of (await everything()).values()) collect(documents);
  return Buffer.concat(parts);
};
export const counts = async (...names: string[]) =>
  Promise.all(
    names.map((name) =>
      db
        .collection(name)
        .find()
        .toArray()
        .then(({ length }) => length),
    ),
  );
