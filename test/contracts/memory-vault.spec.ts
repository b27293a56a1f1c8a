import { MemoryBlobStore, MemoryKeyStore } from '../support/memory-vault.js';
import { blobStoreContract } from './blob-store.contract.js';
import { keyStoreContract } from './key-store.contract.js';

const close = async (): Promise<void> => undefined;

keyStoreContract('memory', async () => ({ keys: new MemoryKeyStore(), close }));
blobStoreContract('memory', async () => ({ blobs: new MemoryBlobStore(), close }));
