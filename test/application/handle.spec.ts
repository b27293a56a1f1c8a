import type { AppendResult } from '../../src/application/ports/event-store.js';
import { handle, load, type Provenance } from '../../src/application/shared/handle.js';
import { apiKey } from '../../src/domain/api-key/api-key.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { context, teamId, useWorld, world } from '../support/world.js';

const stream = streamName('apikey', 'key-1');
const key = {
  apiKeyId: 'key-1',
  teamId,
  name: 'Server',
  permission: 'full_access',
  domainId: null,
  tokenHash: 'ab',
} as const;
const create = { type: 'CreateApiKey', key } as const;
const rename = (name: string) => ({ type: 'RenameApiKey', teamId, name }) as const;
const provenance: Provenance = { context, region: null };
/** Asks again so often, without waiting long for it. */
const patience = { conflicts: 2, unknowns: 3, unknownsForMs: 10_000, unknownBackoffMs: 1 };

describe('load, decide, append', () => {
  useWorld();
  const created = async () => {
    const ports = world.process();
    await handle(ports, apiKey, stream, create, provenance);
    return ports;
  };

  it('folds a long stream in turns', async () => {
    const ports = await created();
    const [opening] = await world.store.readStream(stream);
    if (opening === undefined) throw new Error('it has an opening');
    let inTurn = 0;
    const most: number[] = [];
    const endTurn = () => {
      most.push(inTurn);
      inTurn = 0;
    };
    const evolve = (count: number) => {
      if (inTurn === 0) setImmediate(endTurn);
      inTurn += 1;
      return count + 1;
    };
    const known = Array.from({ length: 250 }, () => opening);
    expect(await load(ports, { initial: 0, evolve }, stream, false, known)).toMatchObject({ state: 250 });
    expect(Math.max(...most)).toBe(100);
  });

  it('appends what was decided and answers the stream as it now stands', async () => {
    const ports = world.process();
    const first = await handle(ports, apiKey, stream, create, provenance);
    expect(first).toMatchObject({ events: [{ type: 'ApiKeyCreated' }], loaded: { expected: 0, state: { key } } });
    const second = await handle(ports, apiKey, stream, rename('Backup'), provenance, { loaded: first.loaded });
    const { state, expected, predecessor } = await load(ports, apiKey, stream);
    expect(second.loaded).toMatchObject({ state, expected, predecessor });
    expect(state).toMatchObject({ key: { name: 'Backup' } });
  });

  it('stamps each event with who asked, when and why', async () => {
    const cause = { id: '0195d6a0-0000-7000-8000-0000000000ca', position: null };
    await handle(world.process(), apiKey, stream, create, { ...provenance, cause });
    const [recorded] = await world.events(stream);
    const time = '2026-03-02T10:00:00.000Z';
    expect(recorded?.metadata).toStrictEqual({ ...context, time, region: null, causation: cause });
  });

  it('is quiet where it is already so, and says what was refused', async () => {
    const ports = await created();
    expect(await handle(ports, apiKey, stream, rename('Server'), provenance)).toMatchObject({ events: [] });
    expect(await handle(ports, apiKey, stream, create, provenance)).toMatchObject({ refused: 'already-exists' });
    expect(await world.types(stream)).toStrictEqual(['ApiKeyCreated']);
  });

  it('decides again when somebody else was faster', async () => {
    const ports = await created();
    world.store.beforeNext('ApiKeyRenamed', async () => {
      await handle(world.process(), apiKey, stream, { type: 'DeleteApiKey', teamId }, provenance);
    });
    expect(await handle(ports, apiKey, stream, rename('Backup'), provenance)).toMatchObject({ refused: 'not-found' });
    expect(await world.types(stream)).toStrictEqual(['ApiKeyCreated', 'ApiKeyDeleted']);
  });

  it('gives up after so many conflicts', async () => {
    const ports = await created();
    world.store.plan('ApiKeyRenamed', [], 'conflict');
    const handled = await handle(ports, apiKey, stream, rename('Backup'), provenance, { patience });
    expect(handled).toMatchObject({ refused: 'unavailable' });
  });

  it('asks an unknown append again with the same ids and the same revision', async () => {
    world.store.plan('ApiKeyCreated', ['lost', 'late', 'lost']);
    const handled = await handle(world.process(), apiKey, stream, create, provenance, { patience });
    expect(handled).toMatchObject({ events: [{ type: 'ApiKeyCreated' }] });
    expect(new Set(world.store.appends.map((writes) => JSON.stringify(writes))).size).toBe(1);
    expect(world.store.appends).toHaveLength(4);
    expect(await world.types(stream)).toStrictEqual(['ApiKeyCreated']);
  });

  it('recognises its own event where a late success shows as a conflict', async () => {
    world.store.plan('ApiKeyCreated', ['late', 'conflict']);
    const handled = await handle(world.process(), apiKey, stream, create, provenance, { patience });
    const [own] = await world.events(stream);
    expect(handled).toMatchObject({ events: [], position: own?.position, loaded: { state: { status: 'active' } } });
    expect(await world.types(stream)).toStrictEqual(['ApiKeyCreated']);
  });

  it('is unavailable while the result stays unknown', async () => {
    world.store.plan('ApiKeyCreated', [], 'lost');
    const handled = await handle(world.process(), apiKey, stream, create, provenance, { patience });
    expect(handled).toMatchObject({ refused: 'unavailable' });
    expect(world.store.appends).toHaveLength(1 + patience.unknowns);
  });

  it('is unavailable soon where the store takes its time before it answers nothing', async () => {
    const ports = world.process();
    const { jest } = import.meta;
    jest.spyOn(world.store, 'append').mockImplementation(async (): Promise<AppendResult> => {
      world.clock.advance(6_000);
      return { result: 'unknown', cause: new Error('no answer') };
    });
    const startedAtMs = world.clock.monotonicMs();
    const handled = await handle(ports, apiKey, stream, create, provenance, { patience });
    expect(handled).toMatchObject({ refused: 'unavailable' });
    expect(world.clock.monotonicMs() - startedAtMs).toBe(12_000);
  });

  it('outlives a store that cannot be read for a moment', async () => {
    const ports = await created();
    world.store.plan('ApiKeyRenamed', ['conflict']);
    world.store.beforeNext('ApiKeyRenamed', async () => world.store.failReads(patience.unknowns));
    const handled = await handle(ports, apiKey, stream, rename('Backup'), provenance, { patience });
    expect(handled).toMatchObject({ events: [{ type: 'ApiKeyRenamed' }] });
  });

  it('writes the same events for the same cause, once', async () => {
    const cause = { id: '0195d6a0-0000-7000-8000-0000000000ca', position: null };
    const ports = await created();
    await handle(ports, apiKey, stream, rename('Backup'), { ...provenance, cause });
    await handle(ports, apiKey, stream, rename('Third'), provenance);
    const redelivered = await handle(ports, apiKey, stream, rename('Backup'), { ...provenance, cause });
    expect(redelivered).toMatchObject({ events: [], loaded: { state: { key: { name: 'Third' } } } });
  });

  it('lets work on one stream wait for the work before it', async () => {
    const ports = await created();
    const names = ['Second', 'Third', 'Fourth'];
    await Promise.all(names.map((name) => handle(ports, apiKey, stream, rename(name), provenance)));
    expect(world.store.appends.map(([{ expected }]) => expected)).toStrictEqual(['no-stream', 0, 1, 2]);
    expect((await load(ports, apiKey, stream)).state).toMatchObject({ key: { name: 'Fourth' } });
  });

  it('goes on after work that failed', async () => {
    const ports = await created();
    const failing = ports.serialise(stream, () => Promise.reject(new Error('broken')));
    const handled = handle(ports, apiKey, stream, rename('Backup'), provenance);
    await expect(failing).rejects.toThrow('broken');
    expect(await handled).toMatchObject({ events: [{ type: 'ApiKeyRenamed' }] });
  });
});
