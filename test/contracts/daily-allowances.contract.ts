import { foundKey } from '../../src/application/ports/found-key.js';
import type { DailyAllowances } from '../../src/application/ports/daily-allowances.js';

/** What every `DailyAllowances` promises. */
export function dailyAllowancesContract(name: string, create: () => Promise<DailyAllowances>): void {
  const dayMs = 86_400_000;
  const isWait = (waitMs: number) => waitMs > 0 && waitMs <= dayMs;

  describe(`DailyAllowances: ${name}`, () => {
    it('lets through as many as are allowed, however many come at once, and then says how long to wait', async () => {
      const allowances = await create();
      const waits = await Promise.all(
        Array.from({ length: 9 }, () => allowances.take([{ key: foundKey('a'), limit: 4 }])),
      );
      expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(4);
      expect(waits.filter(isWait)).toHaveLength(5);
    });

    it('counts under each key, or under none', async () => {
      const allowances = await create();
      const [person, team] = [
        { key: foundKey('person'), limit: 2 },
        { key: foundKey('team'), limit: 1 },
      ];
      expect(await allowances.take([person, team])).toBe(0);
      expect(isWait(await allowances.take([person, team]))).toBe(true);
      expect(await allowances.take([person])).toBe(0);
      expect(isWait(await allowances.take([person]))).toBe(true);
    });
  });
}
