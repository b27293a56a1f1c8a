import type { DiskUse } from '../../src/application/shared/disk-use.js';

/** What a test keeps always fits. */
export const noDiskLimit: Pick<DiskUse, 'claim'> = {
  claim: async () => ({ add: async () => undefined, end: () => undefined }),
};
