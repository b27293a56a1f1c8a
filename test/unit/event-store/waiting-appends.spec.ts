import type { AppendResult, EventStore } from '../../../src/application/ports/event-store.js';
import { WaitingAppends } from '../../../src/infrastructure/event-store/waiting-appends.js';

// What is written is the store's affair.
const writes = [{}] as unknown as Parameters<EventStore['append']>[0];

it('knows how long an append waits, and since when none had a result', async () => {
  let nowMs = 0;
  const answers: ((result: AppendResult) => void)[] = [];
  const appends = new WaitingAppends(() => nowMs);
  const append = appends.around(() => new Promise((resolve) => answers.push(resolve)));
  expect(appends.longestMs()).toBe(0);
  const first = append(writes);
  nowMs = 3_000;
  const second = append(writes);
  nowMs = 5_000;
  expect(appends.longestMs()).toBe(5_000);
  answers[0]?.({ result: 'unknown' } as AppendResult);
  await first;
  nowMs = 6_000;
  expect(appends.longestMs()).toBe(6_000);
  answers[1]?.({ result: 'conflict' });
  await second;
  expect(appends.longestMs()).toBe(0);
});
