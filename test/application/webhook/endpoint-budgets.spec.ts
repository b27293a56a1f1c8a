import { jest } from '@jest/globals';
import { backoffMs } from '../../../src/domain/shared/retries/webhook-retries.js';
import { FairScheduler, type OwnerLimits } from '../../../src/application/webhook/fair-scheduler.js';
import type { InTurn } from '../../../src/application/webhook/attempts.js';
import { fakeTimeouts } from '../../support/fake-timeouts.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { idAt } from '../../support/recorded-events.js';
import { waitFor } from '../../support/wait-for.js';
import { answering, ok, existingWebhook, urlOf } from '../../support/webhooks.js';
import { useEndpointStage } from './endpoint-stage.js';

const stage = useEndpointStage();

describe('endpoints of one owner', () => {
  const inTurnOf = (scheduler: FairScheduler, ownerId: string): InTurn => {
    return (_teamId, ...asked) => scheduler.run(ownerId, ...asked);
  };
  const schedulerWith = (limits: Partial<OwnerLimits>) =>
    new FairScheduler(stage.world.clock, { perSecond: 1_000, atOnce: 1_000, ...limits });

  it('that are slow have so many requests under way, and take no turn of another owner', async () => {
    const scheduler = schedulerWith({ atOnce: 4 });
    const flood = await stage.start(new MemoryReadStore(), { inTurn: inTurnOf(scheduler, 'flood') });
    const other = await stage.start(new MemoryReadStore(), { inTurn: inTurnOf(scheduler, 'other') });
    stage.sender.answer = ({ url }) => (url === urlOf(9) ? ok : new Promise(() => undefined));
    for (const number of [1, 2, 3]) flood.run(flood.endpoint(existingWebhook(number)));
    await stage.until(4);
    const endpoint = other.run(other.endpoint(existingWebhook(9)));
    await stage.settledUpTo(endpoint, stage.head);
    expect(stage.sender.to(urlOf(9))).toHaveLength(6);
    expect(stage.sender.sent).toHaveLength(10);
    expect(scheduler.waiting()).toBe(14);
  });

  it('are sent what exceeded a limit once there is room: nothing is lost, and order is kept', async () => {
    const scheduler = schedulerWith({ atOnce: 1 });
    const process = await stage.start(new MemoryReadStore(), { inTurn: inTurnOf(scheduler, 'one') });
    const endpoints = [1, 2, 3].map((number) =>
      process.run(process.endpoint(existingWebhook(number, { ordered: number === 1 }))),
    );
    for (const endpoint of endpoints) await stage.settledUpTo(endpoint, stage.head);
    expect(stage.sender.sent).toHaveLength(18);
    const inOrder = stage.sender.sent.flatMap(({ url, body }) => (url === urlOf(1) ? [JSON.parse(body)] : []));
    const places = inOrder.map(({ type, data }) => `${data.email_id} ${type === 'email.sent' ? 1 : 2}`);
    expect(places).toEqual([...places].sort());
  });

  it('that are stopped while they wait wait no longer', async () => {
    const scheduler = schedulerWith({ atOnce: 1 });
    const process = await stage.start(new MemoryReadStore(), { inTurn: inTurnOf(scheduler, 'one') });
    stage.sender.answer = () => new Promise(() => undefined);
    process.run(process.endpoint(existingWebhook(1)));
    const stopped = process.endpoint(existingWebhook(2));
    const stop = new AbortController();
    const reading = stopped.readLog(stop.signal);
    await waitFor(
      async () => scheduler.waiting(),
      (waiting) => waiting === 11,
    );
    stop.abort();
    await reading;
    await stopped.idle();
    expect(stage.sender.to(urlOf(2))).toEqual([]);
  });

  it('whose answers are large are sent fewer messages', async () => {
    const scheduler = schedulerWith({ perSecond: 100 });
    const process = await stage.start(new MemoryReadStore(), { inTurn: inTurnOf(scheduler, 'one') });
    stage.sender.answer = () => ({ ...ok, body: 'x'.repeat(64 * 1024) }) as typeof ok;
    process.run(process.endpoint(existingWebhook(1, { ordered: true })));
    // Before its turn the first one waits too.
    await stage.until(1);
    await waitFor(
      async () => scheduler.waiting(),
      (waiting) => waiting === 1,
    );
    expect(stage.sender.sent).toHaveLength(1);
  });
});

describe('an endpoint that reads the log', () => {
  it('looks at one event in a turn of the event loop: fifty of them would take it for a whole page each', async () => {
    for (let number = 4; number <= 40; number += 1) stage.head = await stage.log.acceptMail(number);
    const process = await stage.start();
    let turn = 0;
    const looked = new Map<number, number>();
    const { recent } = process.ports;
    const { of } = recent;
    recent.of = (event) => {
      looked.set(turn, (looked.get(turn) ?? 0) + 1);
      return of.call(recent, event);
    };
    let isOver = false;
    const count = (): void => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    const endpoint = process.run(process.endpoint(existingWebhook(1, { domainIds: [idAt(1)] })));
    await stage.settledUpTo(endpoint, stage.head).finally(() => (isOver = true));
    expect(looked.size).toBeGreaterThan(40);
    expect(Math.max(...looked.values())).toBe(1);
  });
});

describe('an endpoint that only fails', () => {
  it('is asked once in 100 ms after ten failures, and less and less often down to once a second', () => {
    expect([0, 9, 10, 19, 20, 30, 40, 50, 5_000].map(backoffMs)).toEqual([0, 0, 100, 100, 200, 400, 800, 1_000, 1_000]);
  });

  it('is asked one message at a time after ten failures, with a pause, and at once again when it is well', async () => {
    for (let number = 4; number <= 40; number += 1) stage.head = await stage.log.acceptMail(number);
    const process = await stage.start();
    fakeTimeouts();
    try {
      let underWay = 0;
      let most = 0;
      const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
      stage.sender.answer = async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await turn();
        underWay -= 1;
        return isWell ? ok : answering(500);
      };
      let isWell = false;
      const pass = async (ms: number): Promise<void> => {
        for (let passed = 0; passed < ms; passed += 50) {
          stage.world.clock.advance(50);
          await jest.advanceTimersByTimeAsync(50);
          for (let turns = 0; turns < 20; turns += 1) await turn();
        }
      };
      const endpoint = process.run(process.endpoint(existingWebhook(1)));
      await pass(200);
      const before = stage.sender.sent.length;
      // Those that were under way at the tenth failure end.
      expect(before).toBeGreaterThanOrEqual(10);
      expect(before).toBeLessThanOrEqual(19);
      most = 0;
      await pass(500);
      expect(stage.sender.sent.length - before).toBeLessThanOrEqual(5);
      expect(most).toBe(1);
      isWell = true;
      await pass(1_000);
      expect((endpoint.position() ?? '') >= stage.head).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });
});
