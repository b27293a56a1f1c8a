import { Argon2Hasher } from '../../src/infrastructure/people/argon2-hasher.js';
import { passwordHasherContract } from './password-hasher.contract.js';

passwordHasherContract('argon2id', (limits) => new Argon2Hasher(limits));

describe('Argon2Hasher', () => {
  it('writes what it costs beside the hash', async () => {
    expect(await new Argon2Hasher().hash('costs')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('rejects what is no hash', async () => {
    await expect(new Argon2Hasher().verify('anything', 'no hash')).rejects.toThrow();
  });
});
