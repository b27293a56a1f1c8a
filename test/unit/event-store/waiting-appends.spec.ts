import type { AppendResult, EventStore } from '../../../src/application/ports/event-store.js';
import { WaitingAppends } from '../../../src/infrastructure/event-store/waiting-appends.js';

// What is written is the store's affair.
const writes = [{}] as unknown as Parameters<EventStore['append']>[0];

const none = {
  append: async (): Promise<AppendResult> => ({ result: 'conflict' }),
  appendEach: async (): Promise<readonly AppendResult[]> => [],
};

it('knows how long an append waits, and since when none had a result', async () => {
  let nowMs = 0;
  const answers: ((result: AppendResult) => void)[] = [];
  const appends = new WaitingAppends(() => nowMs);
  const { append } = appends.around({ ...none, append: () => new Promise((resolve) => answers.push(resolve)) });
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

it('takes several appends for without a result where none of them had one', async () => {
  let nowMs = 0;
  const appends = new WaitingAppends(() => nowMs);
  const unknown: AppendResult = { result: 'unknown', cause: null };
  const answers: (readonly AppendResult[])[] = [
    [unknown, { result: 'conflict' }],
    [unknown, unknown],
  ];
  const { appendEach } = appends.around({
    ...none,
    async appendEach() {
      nowMs += 1_000;
      return answers.shift() ?? [];
    },
  });
  await appendEach([writes]);
  expect(appends.longestMs()).toBe(0);
  await appendEach([writes]);
  expect(appends.longestMs()).toBe(1_000);
});
