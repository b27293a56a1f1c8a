import { DiskFull, DiskUse } from '../../../src/application/shared/disk-use.js';

/** An owner with two teams, each with what its lists say. */
function disk(mostBytes = 100) {
  const kept = new Map<string, number>();
  let nowMs = 0;
  const limit = { mostBytes, keptBytes: async (teamId: string) => kept.get(teamId) ?? 0 };
  const use = new DiskUse(
    { images: limit, imports: limit, contents: limit },
    {
      of: async (teamId) => (teamId.startsWith('ada') ? 'ada' : teamId),
      async sum(teamId, count) {
        const teams = teamId.startsWith('ada') ? ['ada-1', 'ada-2'] : [teamId];
        return (await Promise.all(teams.map(count))).reduce((sum, each) => sum + each);
      },
    },
    () => nowMs,
  );
  return { use, kept, wait: (ms: number) => (nowMs += ms) };
}

describe('what an owner keeps on disk', () => {
  it('is counted for all of its teams, for each kind, and apart from others', async () => {
    const { use, kept } = disk();
    kept.set('ada-1', 60).set('ada-2', 30);
    await use.claim('images', 'ada-1', 10);
    await expect(use.claim('images', 'ada-2', 1)).rejects.toMatchObject({ code: 'disk-full', mostBytes: 100 });
    await expect(use.claim('images', 'bob', 100)).resolves.toBeDefined();
  });

  it('has what is under way in it: of many at the same moment as many are taken as fit', async () => {
    const { use } = disk();
    const claims = await Promise.allSettled(Array.from({ length: 20 }, () => use.claim('imports', 'ada-1', 30)));
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  it('is refused in the middle of what grows, and given back where nothing was kept', async () => {
    const { use } = disk();
    const claim = await use.claim('imports', 'ada-1');
    await claim.add(70);
    await expect(claim.add(31)).rejects.toBeInstanceOf(DiskFull);
    claim.end(false);
    await expect(use.claim('imports', 'ada-1', 100)).resolves.toBeDefined();
  });

  it('has what was kept since it was read, and once, when it is read again', async () => {
    const { use, kept, wait } = disk();
    (await use.claim('contents', 'ada-1', 40)).end(true);
    (await use.claim('contents', 'ada-1', 40)).end(true);
    await expect(use.claim('contents', 'ada-1', 30)).rejects.toBeInstanceOf(DiskFull);
    kept.set('ada-1', 80);
    wait(60_001);
    await expect(use.claim('contents', 'ada-1', 20)).resolves.toBeDefined();
  });

  it('is read again before one is refused, at most every two seconds: what was deleted leaves room', async () => {
    const { use, kept, wait } = disk();
    kept.set('ada-1', 100);
    await expect(use.claim('images', 'ada-1', 1)).rejects.toBeInstanceOf(DiskFull);
    kept.set('ada-1', 0);
    await expect(use.claim('images', 'ada-1', 1)).rejects.toBeInstanceOf(DiskFull);
    wait(2_001);
    await expect(use.claim('images', 'ada-1', 1)).resolves.toBeDefined();
  });
});
