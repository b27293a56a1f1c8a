import { createAggregateCache } from '../../src/application/shared/aggregate-cache.js';
import { handle } from '../../src/application/shared/handle.js';
import { team } from '../../src/domain/team/team.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { context, useWorld, world } from '../support/world.js';

const streams = ['a', 'b', 'c'].map((id) => streamName('team', id));
const [a, b, c] = streams as [(typeof streams)[0], (typeof streams)[0], (typeof streams)[0]];

describe('cached aggregates', () => {
  useWorld();
  let reads: string[];
  beforeEach(async () => {
    reads = [];
    const readStream = world.store.readStream.bind(world.store);
    world.store.readStream = (...asked) => {
      reads.push(asked[0]);
      return readStream(...asked);
    };
  });
  const create = (stream = a) =>
    handle(world.process(), team, stream, { type: 'CreateTeam', teamId: 't', name: stream }, { context, region: null });
  const policy = { secondFactorRequired: false, sso: null };
  const active = { status: 'active', name: a, members: new Map(), policy };
  const cache = (capacity?: number) => createAggregateCache(world.process(), team, capacity);

  it('are read once, until somebody says that they changed', async () => {
    await create();
    const states = cache();
    reads = [];
    expect(await Promise.all([states.get(a), states.get(a)])).toStrictEqual([active, active]);
    await states.get(a);
    expect(reads).toStrictEqual([a]);
    states.forget(a);
    await states.get(a);
    expect(reads).toStrictEqual([a, a]);
  });

  it('are not kept where they hold nothing', async () => {
    const states = cache();
    expect(await states.get(a)).toStrictEqual({ status: 'none' });
    await create();
    expect(await states.get(a)).toStrictEqual(active);
  });

  it('are not kept where they could not be read', async () => {
    await create();
    const states = cache();
    world.store.failReads(1);
    await expect(states.get(a)).rejects.toThrow('the connection was lost');
    expect(await states.get(a)).toMatchObject({ status: 'active' });
  });

  it('are not kept where they changed while they were read', async () => {
    const states = cache();
    const early = states.get(a);
    await create();
    states.forget(a);
    expect(await early).toStrictEqual({ status: 'none' });
    expect(await states.get(a)).toMatchObject({ status: 'active' });
  });

  it('give way, the least recently asked for first', async () => {
    for (const stream of streams) await create(stream);
    const states = cache(2);
    await states.get(a);
    await states.get(b);
    await states.get(a);
    await states.get(c);
    reads = [];
    await states.get(a);
    await states.get(c);
    await states.get(b);
    expect(reads).toStrictEqual([b]);
  });
});
