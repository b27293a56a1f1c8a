import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kidOf } from '../../src/domain/shared/personal.js';
import { openDatabase } from '../../src/infrastructure/sqlite/database.js';
import { openVault, type Vault } from '../../src/infrastructure/vault/sqlite/open-vault.js';

export const masterKey = Buffer.alloc(32, 7);
export const destroyedAt = '2026-03-01T10:00:00.000Z';
const folders: string[] = [];
const vaults = new Set<Vault>();

export const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'vault-'));
  folders.push(folder);
  return folder;
};

export const open = async (dataDir: string, key = masterKey): Promise<Vault> => {
  const vault = await openVault({ dataDir, masterKey: key });
  vaults.add(vault);
  return vault;
};

export const close = async (vault: Vault): Promise<void> => {
  vaults.delete(vault);
  await vault.close();
};

/** To be called once by a suite: what it opened is closed after each test, and its folders go at the end. */
export function closeVaultsAfterwards(): void {
  afterEach(async () => {
    for (const vault of [...vaults]) await close(vault);
  });
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
}

/** Every byte of every file under the folder. */
export function allBytes(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Buffer.concat(files.map((file) => readFileSync(join(file.parentPath, file.name))));
}

/** Some bytes from the beginning, the middle and the end of each. */
export function samples(parts: readonly Uint8Array[]): Buffer[] {
  return parts.flatMap((part) => {
    const bytes = Buffer.from(part);
    const middle = Math.floor(bytes.length / 2);
    return [bytes.subarray(0, 16), bytes.subarray(middle, middle + 16), bytes.subarray(-16)];
  });
}

export function wrappedKeys(dataDir: string, row: string): Buffer[] {
  const database = openDatabase(join(dataDir, 'vault.sqlite'), { readOnly: true });
  const bytes = Buffer.from(
    database.prepare('SELECT keys FROM key_rows WHERE row = ?').get(row)?.['keys'] as Uint8Array,
  );
  database.close();
  return Array.from({ length: bytes.length / 60 }, (_, index) => bytes.subarray(index * 60, (index + 1) * 60));
}

/**
 * How many transactions the write-ahead log holds: frames that carry the database's size end one (SQLite file format
 * §4.1).
 */
export function commitsInWal(dataDir: string): number {
  const wal = readFileSync(join(dataDir, 'vault.sqlite-wal'));
  const frameBytes = 24 + wal.readUInt32BE(8);
  let commits = 0;
  for (let frame = 32; frame < wal.length; frame += frameBytes) if (wal.readUInt32BE(frame + 4) > 0) commits += 1;
  return commits;
}

export const stateOf = async (vault: Vault, row: string, index: number) =>
  (await vault.keys.getMany([kidOf(row, index)])).get(kidOf(row, index));

export function stateIs(state: { readonly state: string } | undefined, key: Buffer | undefined): boolean {
  return state !== undefined && 'key' in state && key?.equals(state.key as Buffer) === true;
}
