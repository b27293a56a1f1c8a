import { MemoryReadStore } from '../support/memory-read-store.js';
import { readStoreContract } from './read-store.contract.js';

readStoreContract('memory', async () => new MemoryReadStore());
