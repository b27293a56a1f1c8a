import { broadcastCrashRun, expectEachMemberOnce } from '../support/broadcast-crash.js';

it('a broadcast to 20,000 people, the server killed 20 times: each once or recorded as unknown, and nobody missing', async () => {
  const plan = { members: 20_000, leftBefore: 50, kills: 20 };
  expectEachMemberOnce(plan, await broadcastCrashRun(plan));
});

it('a broadcast in four turns to 1,200 people, the server killed in each: each once or recorded as unknown', async () => {
  const zones = ['Pacific/Kiritimati', 'Asia/Tokyo', 'Asia/Kolkata', 'UTC'];
  const plan = { members: 1_200, leftBefore: 4, kills: zones.length, zones };
  const result = await broadcastCrashRun(plan);
  expectEachMemberOnce(plan, result);
  expect(result.turns).toEqual([299, 299, 299, 299]);
});

// As often as it is killed, it is measured how many that were: `BROADCAST_MEMBERS` are 200,000 where it is not set.
it('a broadcast to 200,000 people, the server killed every ten seconds: each once or recorded as unknown', async () => {
  const members = Number(process.env['BROADCAST_MEMBERS'] ?? 200_000);
  const plan = { members, leftBefore: 50, kills: { everyMs: 10_000 } };
  const result = await broadcastCrashRun(plan);
  process.stdout.write(`killed ${result.kills} times: ${JSON.stringify(result.proof)}\n`);
  expectEachMemberOnce(plan, result);
}, 7_200_000);
