import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPolicyFile } from '../../../src/infrastructure/mta-sts/policy-source.js';
import { MemoryKeyStore } from '../../support/memory-vault.js';
import { temporaryFolder } from '../../support/server.js';

describe('the file of MTA-STS policies', () => {
  const folder = temporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true }));
  const policy = { mode: 'enforce', mx: ['mx.one.test'], maxAgeSeconds: 604_800 } as const;
  const kept = [{ domain: 'one.test', id: '1', policy, fetchedAtMs: 1_770_000_000_000 }];

  it('keeps them for the next process, sealed, and is empty where it cannot be read', async () => {
    const keys = new MemoryKeyStore();
    const file = createPolicyFile(folder, keys);
    expect(await file.read()).toEqual([]);
    await file.write(kept);
    expect(await createPolicyFile(folder, keys).read()).toStrictEqual(kept);
    const path = join(folder, 'mta-sts.sealed');
    expect(readFileSync(path).includes('one.test')).toBe(false);
    expect(await createPolicyFile(folder, new MemoryKeyStore()).read()).toEqual([]);
    writeFileSync(path, 'broken');
    expect(await file.read()).toEqual([]);
  });
});
