import { MemoryLeaseStore } from '../support/memory-lease-store.js';
import { leaseStoreContract } from './lease-store.contract.js';

leaseStoreContract('memory', async () => {
  const store = new MemoryLeaseStore();
  return () => store;
});
