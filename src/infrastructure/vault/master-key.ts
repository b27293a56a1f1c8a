import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMasterKey } from '../config/fields/parse.js';
import { syncFolder } from './folder.js';

/** The message names MASTER_KEY or the file, and says what to do. */
export class MasterKeyUnusable extends Error {
  readonly code = 'master-key-unusable';
}

export interface MasterKey {
  /** 32 bytes. */
  readonly key: Buffer;
  /** This call made `<dataDir>/master.key`: tell the operator to keep it apart from backups. */
  readonly created: boolean;
}

/** As the configuration has it, in hex; null where the master key is not being rotated. */
export interface OtherMasterKey {
  readonly otherMasterKey: string | null;
}

/** The current key, and behind it the other one while it is being rotated. */
export function withOtherKey(current: Buffer, { otherMasterKey }: OtherMasterKey): Buffer {
  return otherMasterKey === null ? current : Buffer.concat([current, Buffer.from(otherMasterKey, 'hex')]);
}

/**
 * The key as {@link loadMasterKey} would find it, and makes none: undefined where there is none. Throws as that does.
 */
export async function readMasterKey(options: {
  readonly configured: string | undefined;
  readonly dataDir: string;
}): Promise<Buffer | undefined> {
  if (options.configured !== undefined) return masterKeyFrom(options.configured, 'MASTER_KEY');
  const path = join(options.dataDir, 'master.key');
  const existing = await readText(path);
  return existing === undefined ? undefined : masterKeyFrom(existing, `${path} (DATA_DIR)`);
}

/**
 * The configured key, else the one in `<dataDir>/master.key`, which is made once. Throws {@link MasterKeyUnusable}.
 */
export async function loadMasterKey(options: {
  readonly configured: string | undefined;
  readonly dataDir: string;
}): Promise<MasterKey> {
  const existing = await readMasterKey(options);
  if (existing !== undefined) return { key: existing, created: false };
  const path = join(options.dataDir, 'master.key');
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const created = await createOnce(options.dataDir, path, randomBytes(32));
  return { key: masterKeyFrom(await readFile(path, 'utf8'), path), created };
}

/** Puts this key into `<dataDir>/master.key` where there is none; answers the one that is there then. */
export async function putMasterKey(dataDir: string, key: Buffer): Promise<Buffer> {
  const path = join(dataDir, 'master.key');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) await createOnce(dataDir, path, key);
  return masterKeyFrom(await readFile(path, 'utf8'), path);
}

function masterKeyFrom(text: string, source: string): Buffer {
  const hex = parseMasterKey(text.trim());
  if (hex === undefined) {
    throw new MasterKeyUnusable(
      `${source} is not a master key (32 bytes, as 64 hexadecimal digits or in base64). Restore your copy of the key. No other key can decrypt the existing data.`,
    );
  }
  return Buffer.from(hex, 'hex');
}

/** A whole file appears under the name, or none: a reader never sees half a key, and of two starts one wins. */
async function createOnce(dataDir: string, path: string, key: Buffer): Promise<boolean> {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${key.toString('hex')}\n`);
    await file.sync();
    await link(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await file.close();
    await unlink(draft);
    await syncFolder(dataDir);
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
