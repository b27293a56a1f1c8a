import type { ListPage, ListQuery } from '../../../src/application/ports/read-store.js';
import { DueMessages } from '../../../src/application/webhook/due-messages.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { shapeOf } from '../../../src/infrastructure/projection-runner/fold-page.js';
import { webhookMessagesProjection } from '../../../src/projections/webhooks/webhook-log.projections.js';
import { FakeClock } from '../../support/fake-clock.js';

const position = '1' as Position;

describe('the messages that are due', () => {
  let clock: FakeClock;
  let due: DueMessages;
  let asked: number;
  /** By id: in how many seconds from the start. */
  let waiting: readonly (readonly [id: string, seconds: number])[];

  beforeEach(() => {
    clock = new FakeClock();
    asked = 0;
    waiting = [];
    const startMs = clock.now();
    const list = async (_shape: unknown, { limit, after }: ListQuery): Promise<ListPage> => {
      asked += 1;
      const all = waiting.map(([id, seconds]) => ({
        id,
        position,
        document: { id, nextAttemptAt: new Date(startMs + seconds * 1_000).toISOString() },
      }));
      const behind = all.slice(after === undefined ? 0 : all.findIndex(({ id }) => id === after.id) + 1);
      return { documents: behind.slice(0, limit), hasMore: behind.length > limit };
    };
    due = new DueMessages({ clock, readStore: { list }, messages: shapeOf(webhookMessagesProjection) }, '1');
  });

  async function taken(maybeMore = false): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const { id } of due.take(maybeMore, () => [])) ids.push(id);
    return ids;
  }

  it('are asked for at every look while attempts fail, and every ten seconds otherwise', async () => {
    await taken();
    clock.advance(9_999);
    await taken();
    expect(asked).toBe(1);
    await taken(true);
    expect(asked).toBe(2);
    clock.advance(10_000);
    await taken();
    expect(asked).toBe(3);
  });

  it('are asked for when the next one is due', async () => {
    waiting = [['a', 3]];
    expect(await taken()).toEqual([]);
    clock.advance(2_999);
    expect([await taken(), asked]).toEqual([[], 1]);
    clock.advance(1);
    expect(await taken()).toEqual(['a']);
    // It is due until its attempt is in the documents.
    expect(await taken()).toEqual(['a']);
  });

  it('come page after page, and none whose time has not come', async () => {
    const early = Array.from({ length: 450 }, (_, index) => [`a${index}`, 0] as const);
    waiting = [...early, ['late', 60]];
    expect(await taken()).toEqual(early.map(([id]) => id));
    expect(asked).toBe(3);
  });
});
