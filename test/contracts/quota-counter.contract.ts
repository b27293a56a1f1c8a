import type { QuotaCounter } from '../../src/application/ports/quota-counter.js';

const today = { day: '2026-03-02', month: '2026-03' };
const tomorrow = { day: '2026-03-03', month: '2026-03' };
const none = { daily: null, monthly: null };

/** What every `QuotaCounter` promises; `create` makes one that has counted nothing yet. */
export function quotaCounterContract(name: string, create: () => Promise<QuotaCounter>): void {
  describe(`QuotaCounter: ${name}`, () => {
    let counter: QuotaCounter;
    beforeEach(async () => {
      counter = await create();
    });
    const reserve = (recipients: number, limits: Parameters<QuotaCounter['reserve']>[3] = none, teamId = 'team-a') =>
      counter.reserve(teamId, today, recipients, limits);
    const based = (daily: number, monthly: number) => counter.rebase('team-a', today, { daily, monthly });

    it('knows nothing of a team, or of a period, that it was given no figure for', async () => {
      expect(await reserve(1)).toEqual({ result: 'unknown' });
      await based(3, 7);
      expect(await reserve(1, none, 'team-b')).toEqual({ result: 'unknown' });
      expect(await counter.reserve('team-a', tomorrow, 1, none)).toEqual({ result: 'unknown' });
      expect(await counter.used('team-a', tomorrow)).toBeUndefined();
      expect(await counter.used('team-b', today)).toBeUndefined();
    });

    it('counts on from the figure that it was given', async () => {
      await based(3, 7);
      expect(await reserve(2)).toMatchObject({ result: 'reserved', used: { daily: 5, monthly: 9 } });
      expect(await counter.used('team-a', today)).toEqual({ daily: 5, monthly: 9 });
    });

    it('takes all or nothing, up to the limit exactly', async () => {
      await based(0, 0);
      const limits = { daily: 5, monthly: null };
      expect(await reserve(3, limits)).toMatchObject({ result: 'reserved' });
      expect(await reserve(3, limits)).toEqual({ result: 'exceeded', quota: 'daily', used: { daily: 3, monthly: 3 } });
      expect(await reserve(2, limits)).toMatchObject({ result: 'reserved', used: { daily: 5, monthly: 5 } });
      expect(await reserve(1, limits)).toMatchObject({ result: 'exceeded' });
    });

    it('names the monthly quota where both are used up', async () => {
      await based(5, 9);
      expect(await reserve(1, { daily: 5, monthly: 10 })).toMatchObject({ result: 'exceeded', quota: 'daily' });
      expect(await reserve(2, { daily: 5, monthly: 10 })).toMatchObject({ result: 'exceeded', quota: 'monthly' });
      expect(await reserve(2, { daily: null, monthly: 10 })).toMatchObject({ result: 'exceeded', quota: 'monthly' });
    });

    it('lets exactly as many through as fit, however many ask at once', async () => {
      await based(0, 0);
      const answers = await Promise.all(Array.from({ length: 40 }, () => reserve(2, { daily: 31, monthly: null })));
      expect(answers.filter(({ result }) => result === 'reserved')).toHaveLength(15);
      expect(await counter.used('team-a', today)).toEqual({ daily: 30, monthly: 30 });
    });

    it('takes back what was not accepted', async () => {
      await based(1, 1);
      const reserved = await reserve(4);
      if (reserved.result !== 'reserved') throw new Error(reserved.result);
      await counter.release('team-a', reserved.basis, 4);
      expect(await counter.used('team-a', today)).toEqual({ daily: 1, monthly: 1 });
    });

    it('takes nothing back from a figure that never contained it', async () => {
      await based(1, 1);
      const reserved = await reserve(4);
      if (reserved.result !== 'reserved') throw new Error(reserved.result);
      await based(9, 9);
      await counter.release('team-a', reserved.basis, 4);
      expect(await counter.used('team-a', today)).toEqual({ daily: 9, monthly: 9 });
      await counter.release('team-b', reserved.basis, 4);
      expect(await counter.used('team-b', today)).toBeUndefined();
    });

    it('goes over to the next day with the figure for it', async () => {
      await based(5, 50);
      await counter.rebase('team-a', tomorrow, { daily: 0, monthly: 50 });
      expect(await counter.used('team-a', tomorrow)).toEqual({ daily: 0, monthly: 50 });
    });
  });
}
