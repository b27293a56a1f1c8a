import { MemoryBlobStore, MemoryKeyStore, MemoryVaultSweep } from '../support/memory-vault.js';
import { blobStoreContract } from './blob-store.contract.js';
import { keyStoreContract } from './key-store.contract.js';
import { vaultSweepContract } from './vault-sweep.contract.js';

const close = async (): Promise<void> => undefined;

keyStoreContract('memory', async () => ({ keys: new MemoryKeyStore(), close }));
blobStoreContract('memory', async () => ({ blobs: new MemoryBlobStore(), close }));
vaultSweepContract('memory', async () => {
  const [keys, blobs] = [new MemoryKeyStore(), new MemoryBlobStore()];
  return { keys, blobs, sweep: new MemoryVaultSweep(keys, blobs), close };
});
