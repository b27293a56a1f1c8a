import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupFile } from './manifest.js';

/** Makes the folder where it is missing. False: there is something in it. */
export async function makeEmptyFolder(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return (await readdir(folder)).length === 0;
}

/** Byte for byte, up to `length` where it is given. On disk when it resolves. False: there is no such file. */
export async function copyFile(path: string, into: string, length = Number.POSITIVE_INFINITY): Promise<boolean> {
  const source = await open(path, 'r').catch(undefinedWhereMissing);
  if (source === undefined) return false;
  try {
    await mkdir(dirname(into), { recursive: true, mode: 0o700 });
    const target = await open(into, 'wx', 0o600);
    try {
      const chunk = Buffer.allocUnsafe(1024 * 1024);
      for (let copied = 0; copied < length; ) {
        const { bytesRead } = await source.read(chunk, 0, Math.min(chunk.length, length - copied), copied);
        if (bytesRead === 0) break;
        await target.writeFile(chunk.subarray(0, bytesRead));
        copied += bytesRead;
      }
      await target.sync();
    } finally {
      await target.close();
    }
    return true;
  } finally {
    await source.close();
  }
}

/** What a manifest says of a file. Throws where it is missing. */
export async function describeFile(folder: string, name: string): Promise<BackupFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(join(folder, name)) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { name, bytes, sha256: hash.digest('hex') };
}

/** Makes a file, or the names in a folder, durable. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function undefinedWhereMissing(error: unknown): undefined {
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
