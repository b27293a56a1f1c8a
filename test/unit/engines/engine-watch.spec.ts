import type { EngineFailure } from '../../../src/application/engines/engine-failure.js';
import { EngineWatch } from '../../../src/infrastructure/engine-failure/watch-engines.js';
import { eventually } from '../../support/gate.js';

const closed: EngineFailure = { engine: 'MONGODB_URL', cause: 'no-listener', place: 'localhost:27017' };

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
    const logger = { error: note, info: note } as never;
    watch = new EngineWatch([{ ask, why: async () => closed }], logger, { everyMs: 1, answerMs: 1_000 });
    await eventually(() => asked >= 3);
    expect(watch.failures()).toEqual([closed]);
    isAway = false;
    await eventually(() => watch.failures().length === 0);
    expect(lines).toEqual([
      {
        engine: 'MONGODB_URL',
        cause: 'no-listener',
        problem: 'What MONGODB_URL names cannot be used: nothing listens at localhost:27017',
        remedy: 'Start it, or correct host and port in MONGODB_URL.',
      },
      { engine: 'MONGODB_URL', outageMs: expect.any(Number) },
    ]);
  });

  it('takes an engine that never answers for one that cannot be used', async () => {
    const never = new Promise<never>(() => undefined);
    const logger = { error: () => undefined, info: () => undefined } as never;
    watch = new EngineWatch([{ ask: () => never, why: async () => ({ ...closed, cause: 'silent' }) }], logger, {
      everyMs: 1,
      answerMs: 5,
    });
    await eventually(() => watch.failures()[0]?.cause === 'silent');
  });
});
