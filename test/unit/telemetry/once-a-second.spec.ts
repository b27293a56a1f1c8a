import { onceASecond } from '../../../src/infrastructure/telemetry/once-a-second.js';

describe('a line that is written once a second at most', () => {
  it('comes at once, and the next one says how many were left out', () => {
    let nowMs = 5_000;
    const lines: object[] = [];
    const write = onceASecond(
      (fields: object) => void lines.push(fields),
      () => nowMs,
    );
    for (const job of ['a', 'b', 'c']) write({ job });
    nowMs += 999;
    write({ job: 'd' });
    nowMs += 1;
    write({ job: 'e' });
    nowMs += 1_000;
    write({ job: 'f' });
    expect(lines).toEqual([{ job: 'a' }, { job: 'e', leftOut: 3 }, { job: 'f' }]);
  });
});
