import { follow } from './follow.js';
import { from, type StoreUnderTest } from './store-under-test.js';
import { newStream, write } from './writes.js';

/** Catching up, following, and ending. */
export function subscriptionsContract({ store, append, written }: StoreUnderTest): void {
  describe('subscribe', () => {
    it('catches up by pages, then follows live, in order and without a gap', async () => {
      const start = await store().head();
      const stream = newStream();
      await append(stream, 'no-stream', 'A', 'B', 'C');
      const follower = follow(store(), { ...from(start), pageSize: 2 });
      await follower.until(({ events }) => events.length >= 3);
      await append(stream, 2, 'D');
      await follower.until(({ events }) => events.length >= 4);
      await append(stream, 3, 'E', 'F', 'G');
      await follower.until(({ events }) => events.length >= 7);
      await follower.stop();
      expect(follower.types()).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G']);
      expect(follower.pages.every((page) => page.events.length <= 2)).toBe(true);
    });

    it('gets everything that is appended while it catches up, once and in order', async () => {
      const start = await store().head();
      const follower = follow(store(), { ...from(start), pageSize: 7 });
      const names = Array.from({ length: 100 }, (_, number) => newStream(number % 2 === 0 ? 'email' : 'team'));
      await Promise.all(names.map((stream) => append(stream, 'no-stream', 'A', 'B')));
      await follower.until(({ events }) => events.length >= 200);
      await follower.stop();
      const positions = follower.events.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort());
      expect(new Set(follower.events.map(({ stream }) => stream))).toEqual(new Set(names));
      const read = await store().readAll({ ...from(start), limit: 200 });
      expect(follower.events).toEqual(read.events);
    });

    it('begins behind `after`', async () => {
      const stream = newStream();
      await append(stream, 'no-stream', 'A', 'B', 'C');
      const second = (await store().readStream(stream))[1];
      const follower = follow(store(), from(second?.position));
      await follower.until(({ events }) => events.length >= 1);
      await follower.stop();
      expect(follower.types()).toEqual(['C']);
    });

    it('gives only what its filter lets through, and still moves the position', async () => {
      const start = await store().head();
      const follower = follow(store(), { ...from(start), filter: { categories: ['email'], types: ['Wanted'] } });
      await append(newStream('email'), 'no-stream', 'Unwanted', 'Wanted');
      await follower.until(({ events }) => events.length >= 1);
      await append(newStream('team'), 'no-stream', 'Wanted');
      const { position } = await written([write(newStream('email'), 'no-stream', 'Unwanted')]);
      await follower.until(({ pages }) => (pages.at(-1)?.position ?? '') >= position);
      await follower.stop();
      expect(follower.types()).toEqual(['Wanted']);
      expect(follower.pages.at(-1)?.events).toEqual([]);
    });

    it('ends when the signal aborts: before it begins, between pages, and while it waits', async () => {
      await append(newStream(), 'no-stream', 'A', 'B', 'C');
      const aborted = follow(store(), { signal: AbortSignal.abort() });
      await aborted.ended;
      expect(aborted.pages).toEqual([]);

      const controller = new AbortController();
      let pages = 0;
      for await (const _ of store().subscribe({ signal: controller.signal, pageSize: 1 })) {
        pages += 1;
        controller.abort();
      }
      expect(pages).toBe(1);

      const waiting = follow(store(), from(await store().head()));
      await append(newStream(), 'no-stream', 'D');
      await waiting.until(({ events }) => events.length >= 1);
      await waiting.stop();
    });

    it('serves several subscribers, each from its own position', async () => {
      const start = await store().head();
      const stream = newStream();
      await append(stream, 'no-stream', 'A', 'B');
      const fromStart = [follow(store(), from(start)), follow(store(), { ...from(start), pageSize: 1 })];
      const fromHead = follow(store(), from(await store().head()));
      await append(stream, 1, 'C');
      await Promise.all(fromStart.map((follower) => follower.until(({ events }) => events.length >= 3)));
      await fromHead.until(({ events }) => events.length >= 1);
      await Promise.all([...fromStart, fromHead].map((follower) => follower.stop()));
      expect(fromStart.map((follower) => follower.types())).toEqual([
        ['A', 'B', 'C'],
        ['A', 'B', 'C'],
      ]);
      expect(fromHead.types()).toEqual(['C']);
    });

    it('shows whoever reads heads what was just written, while somebody follows', async () => {
      const start = await store().head();
      const follower = follow(store(), from(start));
      for (let count = 1; count <= 5; count += 1) {
        await append(newStream(), 'no-stream', 'A');
        const after = start === undefined ? {} : { after: start };
        const { heads, position, atEnd } = await store().readHeads({ ...after, limit: 100 });
        const { events } = await store().readAll({ ...after, limit: 100 });
        expect(heads.map((head) => head.position)).toEqual(events.map((event) => event.position));
        expect([heads.length, position, atEnd]).toEqual([count, events.at(-1)?.position, true]);
        await follower.until(({ events: seen }) => seen.length === count);
      }
      await follower.stop();
    });

    it('lets go of a subscriber that stops listening', async () => {
      await append(newStream(), 'no-stream', 'A');
      for await (const page of store().subscribe({ signal: new AbortController().signal })) {
        if (page.events.length > 0) break;
      }
    });

    it('ends when the store is closed', async () => {
      const follower = follow(store(), from(await store().head()));
      await store().close();
      await follower.ended;
    });
  });
}
