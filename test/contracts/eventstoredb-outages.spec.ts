import type { StreamAppend } from '../../src/application/ports/event-store.js';
import { waitFor } from '../support/wait-for.js';
import { follow } from './event-store/follow.js';
import { newStream, write } from './event-store/writes.js';
import {
  retryAppend,
  drops,
  open,
  opening,
  replaceStore,
  restart,
  server,
  shortDeadlineMs,
  store,
  strayAnswers,
  typesIn,
  useStandIn,
} from './eventstoredb-outages-setup.js';

describe('the EventStoreDB adapter, when the server', () => {
  useStandIn();

  describe('drops live subscriptions', () => {
    it('goes on at once behind the last page, without loss or repeat, and counts it', async () => {
      const follower = follow(store, {});
      const streams: string[] = [];
      for (let round = 1; round <= 3; round += 1) {
        const each = opening();
        streams.push(each.stream);
        await store.append([each]);
        await follower.until(({ events, pages }) => events.length === round && pages.at(-1)?.atEnd === true);
        server.faults.dropLive();
        await waitFor(
          async () => drops,
          (counted) => counted === round,
        );
      }
      await follower.stop();
      expect(follower.events.map(({ stream }) => stream)).toEqual(streams);
    });

    it('gives a consumer that is slower than a burst everything once and in order', async () => {
      const start = await store.head();
      const seen: string[] = [];
      const controller = new AbortController();
      const consume = async (): Promise<void> => {
        for await (const { events } of store.subscribe({ signal: controller.signal, pageSize: 5 })) {
          seen.push(...events.map(({ position }) => position));
          if (seen.length >= 2_000) return;
          await new Promise(setImmediate);
        }
      };
      const consumed = consume();
      for (let burst = 0; burst < 10; burst += 1) {
        const [first, ...rest] = Array.from({ length: 100 }, () => opening());
        await store.append([first as StreamAppend, ...rest]);
        await store.append([write(newStream(), 'no-stream', 'Of100', ...Array<string>(99).fill('Of100'))]);
      }
      await consumed;
      const pages = await store.readAll({ limit: 5_000, ...(start === undefined ? {} : { after: start }) });
      expect(seen).toEqual(pages.events.map(({ position }) => position));
    });
  });

  it('ends one stream of appends with an error: the appends of another go on, and their answers are taken', async () => {
    const beside = open();
    await Promise.all([store.append([opening()]), beside.append([opening()])]);
    const [first, second] = [opening(), opening()];
    const kept = server.faults.keepNextAnswer();
    const answer = store.append([first]);
    await kept;
    void server.faults.failNextStream();
    expect(await beside.append([second])).toMatchObject({
      result: 'unknown',
      cause: { type: 'unavailable', code: 14 },
    });
    server.faults.giveKeptAnswer();
    expect(await answer).toMatchObject({ result: 'written', revision: 0 });
    expect(await typesIn(second)).toEqual([]);
    expect(await retryAppend(second)).toMatchObject({ result: 'written' });
    await beside.close();
  });

  it('answers an append twice: the second answer is dropped and counted', async () => {
    const first = opening();
    const twice = server.faults.answerNextTwice();
    expect(await store.append([first])).toMatchObject({ result: 'written' });
    await twice;
    expect(await store.append([opening()])).toMatchObject({ result: 'written' });
    expect(strayAnswers).toBe(1);
  });

  describe('loses its answer', () => {
    beforeEach(() => replaceStore({ appendDeadlineMs: shortDeadlineMs }));

    it('the result is unknown, and asked again it is found written', async () => {
      const [first, second] = [opening(), opening()];
      await store.append([first]);
      const lost = server.faults.loseNextAnswer();
      expect(await store.append([second])).toMatchObject({ result: 'unknown' });
      await lost;
      const [stored] = await store.readStream(second.stream);
      expect(await store.append([second])).toEqual({ result: 'written', revision: 0, position: stored?.position });
      expect(await typesIn(second)).toEqual(['Opened']);
    });

    it('also where the append opened a softly removed stream again', async () => {
      const first = opening();
      await store.append([first]);
      await store.removeStream(first.stream, 'soft', 0);
      const again = write(first.stream, 'no-stream', 'Again');
      const lost = server.faults.loseNextAnswer();
      expect(await store.append([again])).toMatchObject({ result: 'unknown' });
      await lost;
      expect(await store.append([again])).toMatchObject({ result: 'written', revision: 1 });
      expect(await typesIn(again)).toEqual(['Again']);
    });

    it('the other streams of an unknown anchor are left alone', async () => {
      const [anchor, other] = [opening(), opening()];
      const lost = server.faults.loseNextAnswer();
      expect(await store.append([anchor, other])).toMatchObject({ result: 'unknown' });
      await lost;
      expect(await typesIn(other)).toEqual([]);
      expect(await store.append([anchor, other])).toMatchObject({ result: 'written' });
      expect(await typesIn(other)).toEqual(['Opened']);
    });

    it('a removal that came no further than its mark is none, and can be asked again', async () => {
      const first = opening();
      await store.append([first]);
      const lost = server.faults.loseNextAnswer();
      expect(await store.removeStream(first.stream, 'tombstone', 0)).toMatchObject({ result: 'unknown' });
      await lost;
      expect(await store.removalOf(first.stream)).toBeUndefined();
      expect(await typesIn(first)).toEqual(['Opened']);
      expect(await store.removeStream(first.stream, 'tombstone', 0)).toMatchObject({ result: 'written' });
      expect(await store.removalOf(first.stream)).toEqual({ mode: 'tombstone', lastRevision: 0 });
    });
  });

  it('writes slowly: the streams of a batch wait together, not one after the other', async () => {
    await store.append([opening()]);
    server.faults.slowAppends(200);
    const [anchor, ...mails] = Array.from({ length: 101 }, () => opening());
    expect(await store.append([anchor as StreamAppend, ...mails])).toMatchObject({ result: 'written' });
    server.faults.slowAppends(0);
    expect((await Promise.all(mails.map(typesIn))).flat()).toHaveLength(100);
  });

  it('freezes: appends are unknown and reads fail in time, and it goes on when it wakes', async () => {
    const before = opening();
    await store.append([before]);
    await replaceStore({ appendDeadlineMs: shortDeadlineMs, readSilenceMs: shortDeadlineMs });
    await store.head();
    server.faults.hold();
    const during = opening();
    expect(await store.append([during])).toMatchObject({ result: 'unknown' });
    await expect(store.readStream(before.stream)).rejects.toThrow('no answer within');
    server.faults.release();
    expect(await retryAppend(during)).toMatchObject({ result: 'written', revision: 0 });
    expect(await typesIn(during)).toEqual(['Opened']);
    expect(await typesIn(before)).toEqual(['Opened']);
  });

  it('freezes while a subscription is behind: it ends in time, and can be taken up again', async () => {
    const events = 3_000;
    for (let each = 0; each < events; each += 500) {
      await store.append([write(newStream(), 'no-stream', 'Opened', ...Array<string>(499).fill('Opened'))]);
    }
    await replaceStore({ readSilenceMs: shortDeadlineMs });
    let seen = 0;
    const consume = async (): Promise<void> => {
      for await (const page of store.subscribe({ signal: new AbortController().signal, pageSize: 5 })) {
        if (seen === 0) server.faults.hold();
        seen += page.events.length;
      }
    };
    await expect(consume()).rejects.toThrow('no answer within');
    expect(seen).toBeGreaterThan(0);
    expect(seen).toBeLessThan(events);
    server.faults.release();
    const follower = follow(store, {});
    await follower.until(({ events: all }) => all.length === events);
    await follower.stop();
  });

  it('is gone with many appends under way: each is known or unknown, none is lost or doubled', async () => {
    await store.append([opening()]);
    const writes = Array.from({ length: 300 }, () => opening());
    const large = writes.map(
      (each): StreamAppend => ({ ...each, events: [{ ...each.events[0], data: JSON.stringify('x'.repeat(4_000)) }] }),
    );
    const results = large.map((each) => store.append([each]));
    await results[0];
    await server.stop();
    const settled = await Promise.all(results);
    expect(settled.map(({ result }) => result)).not.toContain('conflict');
    expect(settled.map(({ result }) => result)).toContain('unknown');
    expect(await store.append([opening()])).toMatchObject({ result: 'unknown' });
    await expect(store.head()).rejects.toThrow();

    await restart();
    const retried = await Promise.all(large.map(retryAppend));
    expect(retried.map(({ result }) => result)).toEqual(large.map(() => 'written'));
    expect(await Promise.all(large.map(typesIn))).toEqual(large.map(() => ['Opened']));
  });

  it('is gone: a subscription fails, and the next one goes on from where it was', async () => {
    const [first, second] = [opening(), opening()];
    await store.append([first]);
    const follower = follow(store, {});
    await follower.until(({ events }) => events.length === 1);
    const failed = expect(follower.ended).rejects.toMatchObject({ code: 14 });
    await server.stop();
    await failed;
    await restart();
    await retryAppend(second);
    const next = follow(store, { after: follower.pages.at(-1)?.position as never });
    await next.until(({ events }) => events.length === 1);
    await next.stop();
    expect(next.events).toMatchObject([{ stream: second.stream }]);
  });

  it('is not there yet when the store opens', async () => {
    await server.stop();
    await replaceStore({});
    const each = opening();
    expect(await store.append([each])).toMatchObject({ result: 'unknown' });
    await restart();
    expect(await retryAppend(each)).toMatchObject({ result: 'written' });
  });

  it('resets every connection: the same store goes on', async () => {
    await store.append([opening()]);
    server.faults.cutConnections();
    const each = opening();
    expect(await retryAppend(each)).toMatchObject({ result: 'written' });
    expect(await typesIn(each)).toEqual(['Opened']);
  });

  it.each([-120_000, 120_000])(
    'has a clock that differs by %d ms: it appends and removes all the same',
    async (aheadMs) => {
      server.faults.moveClock(aheadMs);
      const each = opening();
      expect(await store.append([each])).toMatchObject({ result: 'written' });
      expect(await store.removeStream(each.stream, 'soft', 0)).toMatchObject({ result: 'written' });
    },
  );
});
