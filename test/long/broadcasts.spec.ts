import { broadcastCrashRun, expectEachMemberOnce } from '../support/broadcast-crash.js';

it('a broadcast to 20,000 people, the server killed 20 times: each once or recorded as unknown, and nobody missing', async () => {
  const plan = { members: 20_000, leftBefore: 50, kills: 20 };
  expectEachMemberOnce(plan, await broadcastCrashRun(plan));
});
