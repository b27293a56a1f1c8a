import { foundKey } from '../../src/application/ports/found-key.js';
import type { RateLimiter, RateTaken } from '../../src/application/ports/rate-limiter.js';
import { waitFor } from '../support/wait-for.js';

/** What every `RateLimiter` promises; `create` makes one with so many requests a second and nothing counted yet. */
export function rateLimiterContract(name: string, create: (requestsPerSecond: number) => Promise<RateLimiter>): void {
  const take = (limiter: RateLimiter, times: number, teamId = 'team-a'): Promise<readonly RateTaken[]> =>
    Promise.all(Array.from({ length: times }, () => limiter.take(foundKey(teamId))));
  const allowed = (taken: readonly RateTaken[]): readonly boolean[] => taken.map((each) => each.allowed);

  describe(`RateLimiter: ${name}`, () => {
    it('allows as many requests as the limit says, counting down, and refuses the next', async () => {
      const limiter = await create(3);
      expect(await take(limiter, 4)).toEqual([
        { allowed: true, limit: 3, remaining: 2, resetSeconds: 1 },
        { allowed: true, limit: 3, remaining: 1, resetSeconds: 1 },
        { allowed: true, limit: 3, remaining: 0, resetSeconds: 1 },
        { allowed: false, limit: 3, remaining: 0, resetSeconds: 1 },
      ]);
    });

    it('counts each team by itself', async () => {
      const limiter = await create(1);
      const [ofA, ofB] = await Promise.all([take(limiter, 2, 'team-a'), take(limiter, 2, 'team-b')]);
      expect([allowed(ofA), allowed(ofB)]).toEqual([
        [true, false],
        [true, false],
      ]);
    });

    it('opens the next window although the refused go on asking, and saves nothing up for it', async () => {
      const limiter = await create(2);
      await take(limiter, 10);
      await waitFor(
        () => limiter.take(foundKey('team-a')),
        ({ allowed }) => allowed,
      );
      expect(allowed(await take(limiter, 2))).toEqual([true, false]);
    });
  });
}
