import { open, rename } from 'node:fs/promises';

/** The file has the old bytes or the new ones, whenever the process or the machine stops. */
export async function writeWhole(path: string, bytes: string | Uint8Array): Promise<void> {
  const beside = `${path}.${process.pid}`;
  const file = await open(beside, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
}
