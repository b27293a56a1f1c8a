import type { EngineFailure } from '../../../src/application/engines/engine-failure.js';
import { EngineWatch, type WatchedEngine } from '../../../src/infrastructure/engine-failure/watch-engines.js';
import { createGate, eventually } from '../../support/gate.js';

const closed: EngineFailure = { engine: 'MONGODB_URL', cause: 'no-listener', place: 'localhost:27017' };
/** Away at the first failure. */
const quick = { everyMs: 1, againMs: 1, answerMs: 1_000, awayAfterMs: 0, causeEveryMs: 1 };
const silent = { error: () => undefined, info: () => undefined } as never;

const mongodb = (ask: () => Promise<unknown>, changes: Partial<WatchedEngine> = {}): WatchedEngine => ({
  name: 'MONGODB_URL',
  isNeededToAccept: true,
  ask,
  why: async () => closed,
  ...changes,
});

describe('watching the engines', () => {
  let watch: EngineWatch;
  afterEach(() => watch.stop());

  it('says once why one cannot be used, once that it is back, and tells those who ask meanwhile', async () => {
    let isAway = true;
    let asked = 0;
    const lines: { readonly [member: string]: unknown }[] = [];
    const note = (line: object) => void lines.push({ ...line });
    const ask = async () => {
      asked += 1;
      if (isAway) throw new Error('mongodb://user:secret@localhost');
    };
    watch = new EngineWatch([mongodb(ask)], { error: note, info: note } as never, quick);
    await eventually(() => asked >= 3 && lines.length > 0);
    expect(watch.failures()).toEqual([closed]);
    expect(watch.canAccept()).toBe(false);
    expect(watch.outages()).toEqual([{ engine: 'MONGODB_URL', isAway: true, times: 1 }]);
    isAway = false;
    await eventually(() => watch.failures().length === 0);
    expect(watch.canAccept()).toBe(true);
    expect(watch.outages()).toEqual([{ engine: 'MONGODB_URL', isAway: false, times: 1 }]);
    expect(lines).toEqual([
      {
        engine: 'MONGODB_URL',
        cause: 'no-listener',
        problem: 'MONGODB_URL cannot be used: no server listens at localhost:27017',
        remedy: 'Start the server, or correct the host and port in MONGODB_URL.',
      },
      { engine: 'MONGODB_URL', outageMs: expect.any(Number) },
    ]);
  });

  it('takes an engine that never answers for one that cannot be used', async () => {
    const never = new Promise<never>(() => undefined);
    const engine = mongodb(() => never, { why: async () => ({ ...closed, cause: 'silent' }) });
    watch = new EngineWatch([engine], silent, { ...quick, answerMs: 5 });
    await eventually(() => watch.failures()[0]?.cause === 'silent');
  });

  it('names an engine as soon as it is away, while the cause is still looked for', async () => {
    const gate = createGate();
    const why = async () => {
      await gate.pass();
      return closed;
    };
    watch = new EngineWatch([mongodb(() => Promise.reject(new Error('gone')), { why })], silent, quick);
    await gate.reached;
    expect(watch.failures()).toEqual([{ engine: 'MONGODB_URL', cause: 'unknown', place: null }]);
    gate.open();
    await eventually(() => watch.failures()[0]?.cause === 'no-listener');
  });

  it('takes no passing failure for an outage', async () => {
    let asked = 0;
    const every = async () => {
      asked += 1;
      if (asked % 2 === 1) throw new Error('a connection was closed');
    };
    watch = new EngineWatch([mongodb(every)], silent, { ...quick, awayAfterMs: 60_000 });
    await eventually(() => asked >= 20);
    expect(watch.outages()).toEqual([{ engine: 'MONGODB_URL', isAway: false, times: 0 }]);
  });

  it('goes on accepting without an engine that this does not need', async () => {
    const redis = mongodb(() => Promise.reject(new Error('gone')), { isNeededToAccept: false });
    watch = new EngineWatch([redis], silent, quick);
    await eventually(() => watch.failures().length > 0);
    expect(watch.canAccept()).toBe(true);
  });
});
