import { broadcastCrashRun, expectEachMemberOnce } from '../support/broadcast-crash.js';

// One without turns, of more members and with more kills, is a run of `npm run test:long`.
it('a broadcast in four turns, the server killed in each: each once or recorded as unknown, and nobody missing', async () => {
  const zones = ['Pacific/Kiritimati', 'Asia/Tokyo', 'Asia/Kolkata', 'UTC'];
  const plan = { members: 1_200, leftBefore: 4, kills: zones.length, zones };
  const result = await broadcastCrashRun(plan);
  expectEachMemberOnce(plan, result);
  expect(result.turns).toEqual([299, 299, 299, 299]);
});
