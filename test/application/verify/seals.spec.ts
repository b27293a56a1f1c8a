import { logHead } from '../../../src/application/verify/log-head.js';
import type { StoredEvent } from '../../../src/application/ports/event-store.js';
import { type StreamName, streamName } from '../../../src/domain/shared/stream-name.js';
import { SealedWorld } from '../../support/sealing.js';
import { useWorld, world, World } from '../../support/world.js';

describe('verifying a log against its seals', () => {
  useWorld();
  let sealed: SealedWorld;
  let a: StreamName;
  let b: StreamName;
  beforeEach(async () => {
    sealed = await SealedWorld.over(world);
    a = await sealed.createTeam('a');
    b = await sealed.createTeam('b');
    await sealed.seal();
  });

  const expectBad = async (stream: StreamName, problem: RegExp) => {
    const { bad } = await sealed.verify();
    expect(bad).toMatchObject({ stream, problem: expect.stringMatching(problem) });
  };
  /** As somebody with the file in hand would: nothing is said of it anywhere. */
  const takeAway = (gone: (event: StoredEvent) => boolean) => {
    // The log in memory keeps its events in a private list.
    const store = world.store as unknown as { log: StoredEvent[] };
    store.log = store.log.filter((event) => !gone(event));
  };

  it('counts the seals, and what lies behind the last one', async () => {
    await sealed.createTeam('c');
    await sealed.createTeam('d');
    expect(await sealed.verify()).toMatchObject({ events: 5, seals: 1, unsealed: 2, bad: undefined });
  });

  it('judges nothing where there is no seal', async () => {
    const unsealed = await World.create();
    await unsealed.addDomain('example.com');
    const answer = await (await SealedWorld.over(unsealed)).verify();
    expect(answer).toMatchObject({ seals: 0, unsealed: answer.events, bad: undefined });
  });

  it('names a stream that is gone, also when seals lie behind it', async () => {
    await sealed.createTeam('c');
    await sealed.seal();
    takeAway(({ stream }) => stream === a);
    await expectBad(a, /seal 1 names it; the whole stream is gone/);
  });

  it('cannot see what is taken away behind the last seal', async () => {
    const c = await sealed.createTeam('c');
    takeAway(({ stream }) => stream === c);
    expect(await sealed.verify()).toMatchObject({ bad: undefined, unsealed: 0 });
  });

  it('names an event that came in before a seal without being sealed', async () => {
    const c = await sealed.createTeam('c');
    await sealed.createTeam('d');
    await sealed.seal();
    // As if the seal had been made without it: the leaf is there, and the event under another id.
    const store = world.store as unknown as { log: StoredEvent[] };
    const [first] = await world.store.readStream(c);
    const fresh = streamName('team', 'smuggled');
    const [encoded] = world.codec.encode(
      [{ stream: fresh, predecessor: null, events: [{ ...(await world.events(c))[0]! }] }],
      new Map(),
    );
    store.log = store.log.map((event) =>
      event.stream === c ? { ...encoded!.events[0], stream: fresh, revision: 0, position: first!.position } : event,
    );
    await expectBad(fresh, /seal 2 should cover it/);
  });

  it('accepts a stream that was retired and removed', async () => {
    const revision = await sealed.retire(a, 'tombstone');
    await world.store.removeStream(a, 'tombstone', revision);
    expect(await sealed.verify()).toMatchObject({ bad: undefined });
    await sealed.seal();
    expect(await sealed.verify()).toMatchObject({ bad: undefined });
  });

  it('accepts a retirement that was written twice', async () => {
    await sealed.retire(a, 'tombstone');
    const revision = await sealed.retire(a, 'tombstone');
    await world.store.removeStream(a, 'tombstone', revision);
    await sealed.seal();
    expect(await sealed.verify()).toMatchObject({ bad: undefined });
  });

  it('names a stream that was removed without a retirement', async () => {
    await world.store.removeStream(b, 'tombstone', 0);
    await expectBad(b, /no StreamRetired says so/);
  });

  it('names a retirement that says something else than the seals', async () => {
    await sealed.retire(a, 'tombstone', { headDigest: '0'.repeat(64) });
    await world.store.removeStream(a, 'tombstone', 0);
    const { bad } = await sealed.verify();
    expect(bad).toMatchObject({ problem: expect.stringMatching(/it retires team-a at revision 0, and .* otherwise/) });
    expect(bad?.stream).toMatch(/^retention-/);
  });

  it('names a retirement of a stream that no seal knows', async () => {
    const c = await sealed.createTeam('c');
    const revision = await sealed.retire(c, 'tombstone');
    await world.store.removeStream(c, 'tombstone', revision);
    await sealed.seal();
    expect((await sealed.verify()).bad?.problem).toMatch(/it retires team-c, of which no seal knows/);
  });

  it('names a retired stream that can still be read, once its retirement is sealed', async () => {
    await sealed.retire(a, 'tombstone');
    expect((await sealed.verify()).bad).toBeUndefined();
    await sealed.seal();
    await expectBad(a, /retired, and can still be read/);
  });

  it('follows a stream through a soft removal, with a seal over each of its lives', async () => {
    const revision = await sealed.retire(a, 'soft');
    await world.store.removeStream(a, 'soft', revision);
    await sealed.createTeam('a');
    await sealed.seal();
    expect(await sealed.verify()).toMatchObject({ bad: undefined, seals: 2 });

    await world.store.removeStream(a, 'soft', await sealed.retire(a, 'soft'));
    await sealed.seal();
    expect(await sealed.verify()).toMatchObject({ bad: undefined, seals: 3 });
  });

  it('names a stream that goes on behind a removal of which nothing is said', async () => {
    await world.store.removeStream(a, 'soft', 0);
    await sealed.createTeam('a');
    await expectBad(a, /goes on behind a removal/);
  });

  it('does not mistake a retirement under way for a loss', async () => {
    const head = world.store.head.bind(world.store);
    world.store.head = async () => {
      const end = await head();
      await world.store.removeStream(a, 'tombstone', await sealed.retire(a, 'tombstone'));
      world.store.head = head;
      return end;
    };
    expect(await sealed.verify()).toMatchObject({ bad: undefined, unsealed: 0 });
  });

  describe('with a head that was published', () => {
    it('finds it again, whatever has come since', async () => {
      const published = await logHead(world.process());
      await sealed.createTeam('c');
      await sealed.seal();
      expect(await sealed.verify(published)).toMatchObject({ bad: undefined });
      expect(await sealed.verify(await logHead(world.process()))).toMatchObject({ bad: undefined });
    });

    it('names the seal that is missing', async () => {
      await sealed.createTeam('c');
      await sealed.seal();
      const published = await logHead(world.process());
      takeAway(({ stream, revision }) => stream === 'logseal-main' && revision === 1);
      expect((await sealed.verify()).bad).toBeUndefined();
      expect((await sealed.verify(published)).bad).toMatchObject({
        stream: 'logseal-main',
        revision: 1,
        problem: 'a head of seal 2 was published, and the log has only 1',
      });
    });

    it('names the seal that another one stands in the place of', async () => {
      const published = await logHead(world.process());
      const other = await World.create();
      const otherSealed = await SealedWorld.over(other);
      await otherSealed.createTeam('a');
      await otherSealed.seal();
      expect((await otherSealed.verify(published)).bad).toMatchObject({
        stream: 'logseal-main',
        revision: 0,
        problem: expect.stringContaining('not the seal whose head was published'),
      });
    });
  });
});
