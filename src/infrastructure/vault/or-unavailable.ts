import { VaultUnavailable } from '../../application/ports/vault.js';

/** Whatever the disk, the engine or the writer thread answered becomes the port's one error. */
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
