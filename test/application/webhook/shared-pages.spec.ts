import { SharedPages } from '../../../src/application/webhook/shared-pages.js';
import type { AllPage } from '../../../src/application/ports/event-store.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';

const at = (number: number) => String(number).padStart(20, '0') as Position;

/** A page of one event, of so many characters. */
const pageUpTo = (number: number, characters: number, atEnd = false): AllPage => ({
  events: [
    {
      id: `${number}`,
      type: 'EmailAccepted',
      stream: streamName('email', `${number}`),
      revision: 0,
      position: at(number),
      data: 'x'.repeat(characters),
      metadata: '',
    },
  ],
  position: at(number),
  atEnd,
});

describe('pages of the log for endpoints that are behind', () => {
  let reads: (Position | undefined)[];
  const open = (pageBehind: (after: Position | undefined) => Promise<AllPage>): SharedPages => {
    reads = [];
    return new SharedPages((after) => {
      reads.push(after);
      return pageBehind(after);
    });
  };

  it('are read once for all that are at the same place, also a while later', async () => {
    const pages = open(async () => pageUpTo(1, 10));
    const [first, second] = await Promise.all([pages.after(undefined), pages.after(undefined)]);
    expect(second).toBe(first);
    expect(await pages.after(undefined)).toBe(first);
    await pages.after(at(1));
    expect(reads).toEqual([undefined, at(1)]);
  });

  it('are given to all whose place they cover, and read one at a time, first what most wait for', async () => {
    const pages = open(async (after) => ({
      ...pageUpTo(5, 10),
      events: [1, 2, 3, 4, 5]
        .filter((number) => at(number) > (after ?? ''))
        .flatMap((number) => pageUpTo(number, 10).events),
    }));
    const asked = [at(1), at(2), at(2), at(4), at(5)];
    const found = await Promise.all(asked.map((position) => pages.after(position)));
    expect(found.map(({ events }) => events.map(({ id }) => id).join(''))).toEqual(['2345', '345', '345', '5', '']);
    expect(found.every(({ position }) => position === at(5))).toBe(true);
    expect(reads).toEqual([at(2), at(1), at(5)]);
  });

  it('are read anew at the end of the log, and after a failure', async () => {
    const answers = [async () => pageUpTo(1, 10, true), () => Promise.reject(new Error('no server'))];
    const pages = open(() => answers.shift()?.() ?? Promise.resolve(pageUpTo(2, 10)));
    expect(await pages.after(at(0))).toMatchObject({ position: at(1) });
    await expect(pages.after(at(0))).rejects.toThrow('no server');
    expect(await pages.after(at(0))).toMatchObject({ position: at(2) });
  });

  it('take no more room than is given to them: the oldest go', async () => {
    const pages = open(async (after) => pageUpTo(Number(after) + 1, 3 * 1024 * 1024));
    for (const position of [0, 1, 2]) await pages.after(at(position));
    await pages.after(at(2));
    await pages.after(at(0));
    expect(reads).toEqual([at(0), at(1), at(2), at(0)]);
  });
});
