import { PasswordHasherBusy } from '../../src/application/ports/password-hasher.js';
import { Argon2Hasher } from '../../src/infrastructure/people/argon2-hasher.js';
import { passwordHasherContract } from './password-hasher.contract.js';

passwordHasherContract('argon2id', (limits) => new Argon2Hasher(limits));

describe('strangers', () => {
  it('take turns by network and are refused where too many wait, and who is known waits for none of them', async () => {
    const hasher = new Argon2Hasher({ atOnce: 1, waiting: 1 }, { waiting: 5, waitingOfNetwork: 3 });
    const hash = await hasher.hash('right');
    const done: string[] = [];
    const stranger = (network: string) =>
      hasher.verify('wrong', hash, network).then(
        (isRight) => void done.push(`${network} ${String(isRight)}`),
        (error: unknown) => void done.push(`${network} ${error instanceof PasswordHasherBusy ? 'busy' : 'failed'}`),
      );
    const flood = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(stranger);
    expect(['a', 'b', 'c'].map((network) => hasher.isFull(network))).toEqual([true, true, true]);
    expect(await hasher.verify('right', hash)).toBe(true);
    await Promise.all(flood);
    expect(done).toEqual(['a busy', 'c busy', 'a false', 'b false', 'a false', 'b false', 'a false']);
    expect(hasher.isFull('a')).toBe(false);
    expect(await hasher.verify('right', hash, 'a')).toBe(true);
    expect(await hasher.verify('right', undefined, 'a')).toBe(false);
    await expect(hasher.verify('right', 'no hash', 'a')).rejects.toThrow();
  });
});

describe('Argon2Hasher', () => {
  it('writes what it costs beside the hash', async () => {
    expect(await new Argon2Hasher().hash('costs')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('rejects what is no hash', async () => {
    await expect(new Argon2Hasher().verify('anything', 'no hash')).rejects.toThrow();
  });
});
