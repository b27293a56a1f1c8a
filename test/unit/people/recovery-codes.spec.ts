import { openKeyedHash } from '../../../src/infrastructure/crypto/keyed-hash.js';
import { createRecoveryCodes } from '../../../src/infrastructure/people/codes.js';
import { MemoryKeyStore } from '../../support/memory-vault.js';

describe('recovery codes', () => {
  it('makes ten that differ, and their hashes', async () => {
    const recovery = createRecoveryCodes(await openKeyedHash(new MemoryKeyStore()));
    const { codes, hashes } = recovery.make('user-1');
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect(codes.map((code) => recovery.hashOf('user-1', code))).toEqual(hashes);
  });

  it('reads a code as people type it, for this person only', async () => {
    const recovery = createRecoveryCodes(await openKeyedHash(new MemoryKeyStore()));
    const hash = recovery.hashOf('user-1', '01abc-de10f');
    expect(recovery.hashOf('user-1', ' OLABC DEIOF')).toBe(hash);
    expect(recovery.hashOf('user-2', '01abc-de10f')).not.toBe(hash);
  });
});
