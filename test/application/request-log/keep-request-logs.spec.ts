import { removeOldRequestLogs } from '../../../src/application/request-log/keep-request-logs.js';
import { RequestLog } from '../../../src/application/request-log/request-log.js';
import { kidOf } from '../../../src/domain/shared/personal.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { logsProjection } from '../../../src/projections/logs/logs.projection.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { readModel } from '../../support/read-model.js';
import { ownWrites, teamId, useWorld, world } from '../../support/world.js';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

describe('removing old request logs', () => {
  useWorld();

  async function answer(...ids: readonly string[]): Promise<void> {
    const ports = world.process();
    const log = new RequestLog({
      ...ports,
      ownWrites,
      listPatienceMs: 1_000,
      onLost: () => undefined,
      onFailure: () => undefined,
    });
    for (const id of ids) {
      const at = new Date(world.clock.now()).toISOString();
      const request = {
        id,
        at,
        apiKeyId: 'k',
        method: 'GET',
        endpoint: '/domains',
        status: 200,
        durationMs: 1,
        emailIds: [],
      };
      log.note(teamId, request, { userAgent: 'curl', requestBody: null, responseBody: null }, 0);
    }
    await log.stop();
  }

  const remove = (days: number, sealedThrough = () => world.store.head()) =>
    removeOldRequestLogs({ ...world.process(), days, sealedThrough });
  const left = async () => (await world.streamsWith('RequestsAnswered')).length;
  const retirements = async () => (await world.streamsWith('StreamRetired')).length;
  const liveKeys = async () => (await world.keys.requestLogRows('ffffffff', 100)).length;

  /**
   * Ids of the vault's rows carry the real time, and the world's clock stands in the past: it is moved into the next
   * hour first, which the real time does not end in between.
   */
  function today(): void {
    const nextHourMs = (Math.floor(Date.now() / hourMs) + 1) * hourMs;
    world.clock.advance(nextHourMs + 60_000 - world.clock.now());
  }

  it('takes the hours that are past the age, whole: the fact, the stream, the keys', async () => {
    today();
    await answer('a', 'b');
    world.clock.advance(3 * dayMs);
    await answer('c');
    expect(await remove(4)).toBe(0);
    expect(await left()).toBe(2);
    world.clock.advance(dayMs + hourMs);
    expect(await remove(4)).toBe(1);
    expect(await left()).toBe(1);
    expect(await retirements()).toBe(1);
    expect(await liveKeys()).toBe(1);
    expect(await remove(4)).toBe(0);
  });

  it('leaves an hour that is not over', async () => {
    today();
    await answer('a');
    const minutesIntoHour = world.clock.now() % hourMs;
    world.clock.advance(dayMs + hourMs - minutesIntoHour - 1);
    expect(await remove(1)).toBe(0);
    world.clock.advance(1);
    expect(await remove(1)).toBe(1);
  });

  it('drops the documents, and a rebuild has none of them either', async () => {
    today();
    await answer('a', 'b');
    const readStore = await readModel(world, logsProjection);
    const count = (store: MemoryReadStore) => store.count(logsProjection, { teamId });
    expect(await count(readStore)).toBe(2);
    world.clock.advance(2 * dayMs);
    await answer('c');
    await remove(1);
    await readModel(world, logsProjection, readStore);
    expect(await count(readStore)).toBe(1);
    expect(await readStore.get(logsProjection, 'c')).toMatchObject({ id: 'c' });
    expect(await count(await readModel(world, logsProjection, new MemoryReadStore()))).toBe(1);
  });

  it.each(['the fact', 'the removal', 'the keys'])('goes on where a crash came before %s', async (cut) => {
    today();
    await answer('a');
    world.clock.advance(2 * dayMs);
    if (cut === 'the fact')
      world.store.plan(
        'StreamRetired',
        Array.from({ length: 5 }, () => 'lost' as const),
      );
    if (cut === 'the removal') {
      const removeStream = world.store.removeStream.bind(world.store);
      world.store.removeStream = () => Promise.reject(new Error('cut off'));
      await expect(remove(1)).rejects.toThrow('cut off');
      world.store.removeStream = removeStream;
    }
    if (cut === 'the keys') world.keys.broken = true;
    if (cut !== 'the removal') await expect(remove(1)).rejects.toThrow();
    world.keys.broken = false;
    expect(await liveKeys()).toBe(1);
    expect(await remove(1)).toBe(1);
    expect(await left()).toBe(0);
    expect(await retirements()).toBe(1);
    expect(await liveKeys()).toBe(0);
  });

  it('destroys a key whose stream was never written', async () => {
    today();
    const row = world.process().ids.next();
    const anchor = streamName('requestlog', `${row}-${new Date(world.clock.now()).toISOString().slice(0, 13)}`);
    await world.keys.createRow({ row, anchor, createdAt: '2026-03-02T10:00:00.000Z', keys: [Buffer.alloc(32, 1)] });
    world.clock.advance(2 * dayMs);
    expect(await remove(1)).toBe(1);
    expect((await world.keys.getMany([kidOf(row, 0)])).get(kidOf(row, 0))).toMatchObject({ state: 'destroyed' });
    expect(await retirements()).toBe(0);
  });

  it('leaves what is not sealed yet', async () => {
    today();
    await answer('a');
    world.clock.advance(2 * dayMs);
    expect(await remove(1, async () => undefined)).toBe(0);
    expect([await left(), await liveKeys(), await retirements()]).toEqual([1, 1, 0]);
    expect(await remove(1)).toBe(1);
  });

  it('leaves the keys of mails alone', async () => {
    today();
    const row = world.process().ids.next();
    await world.keys.createRow({
      row,
      anchor: streamName('email', row),
      createdAt: '2026-03-02T10:00:00.000Z',
      keys: [Buffer.alloc(32, 1)],
    });
    world.clock.advance(90 * dayMs);
    expect(await remove(1)).toBe(0);
  });
});
