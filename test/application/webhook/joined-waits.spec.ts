import { joinedWaits } from '../../../src/application/shared/own-writes.js';
import type { Position } from '../../../src/domain/shared/recorded.js';

const at = (position: string) => position as Position;

describe('waiting for a projection', () => {
  it('is done once for all who wait for the same place or one before it', async () => {
    const asked: [name: string, position: Position, answer: (isThere: boolean) => void][] = [];
    const wait = joinedWaits((name, position) => new Promise((answer) => void asked.push([name, position, answer])));
    const waits = [
      wait('messages', at('5'), 1),
      wait('messages', at('4'), 1),
      wait('messages', at('6'), 1),
      wait('messages', at('6'), 1),
      wait('progress', at('5'), 1),
    ];
    expect(asked.map(([name, position]) => `${name} ${position}`)).toEqual(['messages 5', 'messages 6', 'progress 5']);
    for (const [, , answer] of asked) answer(true);
    await expect(Promise.all(waits)).resolves.toEqual([true, true, true, true, true]);
    void wait('messages', at('4'), 1);
    expect(asked).toHaveLength(4);
  });
});
