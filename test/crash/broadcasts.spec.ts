import { broadcastCrashRun, expectEachMemberOnce } from '../support/broadcast-crash.js';

it('a broadcast to 2,000 people, the server killed 4 times: each once or recorded as unknown, and nobody missing', async () => {
  const plan = { members: 2_000, leftBefore: 5, kills: 4 };
  expectEachMemberOnce(plan, await broadcastCrashRun(plan));
});

it('a broadcast in four turns, the server killed in each: each once or recorded as unknown, and nobody missing', async () => {
  const zones = ['Pacific/Kiritimati', 'Asia/Tokyo', 'Asia/Kolkata', 'UTC'];
  const plan = { members: 1_200, leftBefore: 4, kills: zones.length, zones };
  const result = await broadcastCrashRun(plan);
  expectEachMemberOnce(plan, result);
  expect(result.turns).toEqual([299, 299, 299, 299]);
});
