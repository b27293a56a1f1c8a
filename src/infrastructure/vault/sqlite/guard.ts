import { VaultUnavailable } from '../../../application/ports/vault.js';

/** Whatever the disk, SQLite or the writer thread answered becomes the port's one error. */
export async function orUnavailable<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new VaultUnavailable(
      `the vault is not available: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** Bytes in memory of their own: what is posted to a thread takes its whole pool along otherwise. */
export function ownBytes(bytes: Buffer): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
}
