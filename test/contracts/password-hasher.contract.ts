import { type PasswordHasher, PasswordHasherBusy } from '../../src/application/ports/password-hasher.js';

/** What every `PasswordHasher` promises; `create` makes one that works on so many at once and lets so many wait. */
export function passwordHasherContract(
  name: string,
  create: (limits: { readonly atOnce: number; readonly waiting: number }) => PasswordHasher,
): void {
  describe(`PasswordHasher: ${name}`, () => {
    const hasher = create({ atOnce: 2, waiting: 10 });

    it('knows a password again and no other', async () => {
      const hash = await hasher.hash('correct horse battery staple');
      expect(await hasher.verify('correct horse battery staple', hash)).toBe(true);
      expect(await hasher.verify('correct horse battery stapl', hash)).toBe(false);
    });

    it('gives one password another hash each time', async () => {
      expect(await hasher.hash('twice')).not.toBe(await hasher.hash('twice'));
    });

    it('takes a letter however the keyboard composed it', async () => {
      expect(await hasher.verify('cafe\u0301', await hasher.hash('caf\u00e9'))).toBe(true);
    });

    it('answers false where there is no hash', async () => {
      expect(await hasher.verify('anything', undefined)).toBe(false);
    });

    it('refuses what would wait behind too many, and goes on', async () => {
      const narrow = create({ atOnce: 1, waiting: 2 });
      const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => narrow.hash('many')));
      expect(outcomes.map(({ status }) => status)).toEqual([
        'fulfilled',
        'fulfilled',
        'fulfilled',
        'rejected',
        'rejected',
      ]);
      expect(outcomes[4]).toMatchObject({ reason: expect.any(PasswordHasherBusy) });
      expect(await narrow.verify('again', await narrow.hash('again'))).toBe(true);
    });
  });
}
