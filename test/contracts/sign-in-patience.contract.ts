import { foundKey } from '../../src/application/ports/found-key.js';
import type { SignInPatience } from '../../src/application/ports/sign-in-patience.js';
import { waitFor } from '../support/wait-for.js';

/** What every `SignInPatience` promises, by its own clock. */
export function signInPatienceContract(name: string, create: () => Promise<SignInPatience>): void {
  const take = async (patience: SignInPatience, times: number, ...keys: readonly string[]) => {
    const waits: number[] = [];
    for (let count = 0; count < times; count += 1) waits.push(await patience.take(keys.map((key) => foundKey(key))));
    return waits;
  };

  describe(`SignInPatience: ${name}`, () => {
    it('lets a few tries through, then makes the next one wait, and counts none that has to', async () => {
      const patience = await create();
      const waits = await take(patience, 7, 'account a');
      expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
      for (const wait of waits.slice(5)) expect([wait > 0, wait <= 1_000]).toEqual([true, true]);
      await waitFor(
        () => patience.take([foundKey('account a')]),
        (wait) => wait === 0,
      );
      const [next = 0] = await take(patience, 1, 'account a');
      expect([next > 1_000, next <= 2_000]).toEqual([true, true]);
    });

    it('counts under each key, or under none', async () => {
      const patience = await create();
      expect(await take(patience, 5, 'account a', 'network n')).toEqual([0, 0, 0, 0, 0]);
      expect((await take(patience, 1, 'account a', 'network n'))[0]).toBeGreaterThan(0);
      expect(new Set(await take(patience, 25, 'network n'))).toEqual(new Set([0]));
      expect((await take(patience, 1, 'account b', 'network n'))[0]).toBeGreaterThan(0);
      expect(new Set(await take(patience, 5, 'account b'))).toEqual(new Set([0]));
    });

    it('lets as many through as are free, however many come at once', async () => {
      const patience = await create();
      const waits = await Promise.all(Array.from({ length: 20 }, () => patience.take([foundKey('account a')])));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    });

    it('forgets after a right one', async () => {
      const patience = await create();
      await take(patience, 6, 'account a');
      await patience.succeeded([foundKey('account a')]);
      expect(await take(patience, 5, 'account a')).toEqual([0, 0, 0, 0, 0]);
    });

    it('gives a network one try back after a right one, and keeps the others counted', async () => {
      const patience = await create();
      await take(patience, 30, 'network n');
      await patience.succeeded([foundKey('account a'), foundKey('network n')]);
      expect(await take(patience, 1, 'network n')).toEqual([0]);
      expect((await take(patience, 1, 'network n'))[0]).toBeGreaterThan(0);
      const other = [foundKey('network m')];
      await patience.take(other);
      await patience.succeeded(other);
      await patience.succeeded(other);
      expect(new Set(await take(patience, 30, 'network m'))).toEqual(new Set([0]));
    });
  });
}
