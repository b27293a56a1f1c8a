import type { ListPage, ListQuery, ReadStore } from '../../../src/application/ports/read-store.js';
import { NextDue } from '../../../src/application/webhook/next-due.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { shapeOf } from '../../../src/infrastructure/projection-runner/fold-page.js';
import { webhookMessagesProjection } from '../../../src/projections/webhooks/webhook-log.projections.js';
import { FakeClock } from '../../support/fake-clock.js';

const position = '1' as Position;
const never = Number.POSITIVE_INFINITY;

describe('the messages that are due', () => {
  let clock: FakeClock;
  let due: NextDue;
  let asked: number;
  /** By id: in how many seconds from the start. */
  let waiting: readonly (readonly [id: string, seconds: number])[];

  beforeEach(() => {
    clock = new FakeClock();
    asked = 0;
    waiting = [];
    const startMs = clock.now();
    const list = async (_shape: unknown, { limit }: ListQuery): Promise<ListPage> => {
      asked += 1;
      const all = waiting.map(([id, seconds]) => ({
        id,
        position,
        document: { id, nextAttemptAt: new Date(startMs + seconds * 1_000).toISOString() },
      }));
      return { documents: all.slice(0, limit), hasMore: all.length > limit };
    };
    due = new NextDue(
      { clock, readStore: { list: list as ReadStore['list'] }, messages: shapeOf(webhookMessagesProjection) },
      '1',
    );
  });

  it('are asked for at every look for ten seconds after an attempt was put off, and every ten seconds otherwise', async () => {
    await due.isNow(never);
    clock.advance(9_999);
    await due.isNow(never);
    expect(asked).toBe(1);
    await due.isNow(9_000);
    expect(asked).toBe(2);
    clock.advance(10_000);
    await due.isNow(never);
    expect(asked).toBe(3);
  });

  it('are asked for when the next one is due', async () => {
    waiting = [['a', 3]];
    expect(await due.isNow(never)).toBe(false);
    clock.advance(2_999);
    expect([await due.isNow(never), asked]).toEqual([false, 1]);
    clock.advance(1);
    expect(await due.isNow(never)).toBe(true);
    // It is due until its attempt is in the documents.
    expect(await due.isNow(never)).toBe(true);
  });
});
