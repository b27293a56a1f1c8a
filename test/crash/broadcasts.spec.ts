import { broadcastCrashRun, expectEachMemberOnce } from '../support/broadcast-crash.js';

it('a broadcast to 2,000 people, the server killed 4 times: each once or recorded as unknown, and nobody missing', async () => {
  const plan = { members: 2_000, leftBefore: 5, kills: 4 };
  expectEachMemberOnce(plan, await broadcastCrashRun(plan));
});
