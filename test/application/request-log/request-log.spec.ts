import { RequestLog } from '../../../src/application/request-log/request-log.js';
import { MAX_APPEND_BYTES } from '../../../src/application/ports/event-store.js';
import type { AnsweredRequest, RequestsAnswered } from '../../../src/domain/request-log/events.js';
import { reveal } from '../../../src/domain/shared/personal.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { useQuickTimeouts } from '../../support/quick-timeouts.js';
import { waitFor } from '../../support/wait-for.js';
import { teamId, useWorld, world } from '../../support/world.js';

const otherTeam = '0195d6a0-0000-7000-8000-00000000000b';
const nothing = { userAgent: 'curl', requestBody: null, responseBody: null };

const request = (number: number): AnsweredRequest => ({
  id: `0195d6a0-0000-7000-8000-${String(number).padStart(12, '0')}`,
  at: '2026-03-02T10:00:00.000Z',
  apiKeyId: 'key-1',
  method: 'GET',
  endpoint: '/domains',
  status: 200,
  durationMs: 1,
  emailIds: [],
});

describe('the request log', () => {
  useWorld();
  let lost: number;
  let noted: Position[];
  let failures: unknown[];
  let log: RequestLog;
  beforeEach(async () => {
    lost = 0;
    noted = [];
    failures = [];
    log = open();
  });
  afterEach(() => log.stop());
  useQuickTimeouts();

  function open(): RequestLog {
    const ports = world.process();
    return new RequestLog({
      ...ports,
      ownWrites: { note: (_team, position) => void noted.push(position), settled: async () => undefined },
      listPatienceMs: 50,
      onLost: (requests) => void (lost += requests),
      onFailure: (error) => void failures.push(error),
    });
  }

  const note = (number: number, team = teamId, detail = nothing, bytes = 0) =>
    log.note(team, request(number), detail, bytes);

  async function written(): Promise<readonly RequestsAnswered['data'][]> {
    const { events } = await world.store.readAll({ limit: 10_000, filter: { categories: ['requestlog'] } });
    const keyRing = await world.keys.getMany(world.codec.kids(events));
    return world.codec.decode(events, keyRing).map(({ event }) => (event as RequestsAnswered).data);
  }
  const numbers = async () =>
    (await written()).flatMap(({ requests }) => requests.map(({ id }) => Number(id.slice(-12))));
  const streams = async () => [...new Set(await world.streamsWith('RequestsAnswered'))];

  it('writes what was answered in a moment with one append, an event for each team', async () => {
    note(1);
    note(2, otherTeam);
    note(3);
    expect(world.store.appends).toHaveLength(0);
    await log.settled(teamId, 'logs');
    expect(world.store.appends).toHaveLength(1);
    expect((await written()).map(({ requests }) => requests.map(({ id }) => Number(id.slice(-12))))).toEqual([
      [1, 3],
      [2],
    ]);
    expect(await streams()).toEqual([expect.stringMatching(/^requestlog-[0-9a-f-]{36}-2026-03-02T10$/)]);
  });

  it('writes by itself, soon', async () => {
    note(1);
    expect(await waitFor(numbers, (all) => all.length === 1)).toEqual([1]);
  });

  it('seals under one key for each team and hour, which is there first and names its stream', async () => {
    note(1);
    note(2, otherTeam);
    await log.settled(teamId, 'logs');
    note(3);
    await log.settled(teamId, 'logs');
    expect(world.keys.created.map(({ anchor, keys }) => [anchor, keys.length])).toEqual(
      Array.from({ length: 2 }, () => [expect.stringMatching(/^requestlog-/), 1]),
    );
    const kids = (await written()).map(({ details }) => details.kid);
    expect(kids[0]).toBe(kids[2]);
    expect(kids[0]).not.toBe(kids[1]);
    expect((await written()).map(({ details }) => reveal(details))).toEqual([[nothing], [nothing], [nothing]]);

    world.clock.advance(3_600_000);
    note(4);
    await log.settled(teamId, 'logs');
    expect(await streams()).toEqual([expect.stringMatching(/T10$/), expect.stringMatching(/T11$/)]);
    expect(world.keys.created).toHaveLength(3);
  });

  it('asks again with the same ids while the result is unknown', async () => {
    world.store.plan('RequestsAnswered', ['lost', 'late']);
    note(1);
    expect(
      await waitFor(
        async () => noted.length,
        (count) => count === 1,
      ),
    ).toBe(1);
    expect(await numbers()).toEqual([1]);
    expect(world.store.appends).toHaveLength(3);
    expect(lost).toBe(0);
  });

  it('goes on in a new stream where its own is not as it left it', async () => {
    note(1);
    await log.settled(teamId, 'logs');
    world.store.plan('RequestsAnswered', ['conflict']);
    note(2);
    await waitFor(numbers, (all) => all.length === 2);
    expect(await streams()).toHaveLength(2);
  });

  it('waits for a vault that cannot be written', async () => {
    world.keys.broken = true;
    note(1);
    await waitFor(
      async () => failures.length,
      (count) => count > 0,
    );
    expect(await numbers()).toEqual([]);
    world.keys.broken = false;
    expect(await waitFor(numbers, (all) => all.length === 1)).toEqual([1]);
  });

  it('holds so much and no more while it cannot write: the oldest give way, and are counted', async () => {
    world.store.plan('RequestsAnswered', [], 'lost');
    note(0);
    await waitFor(
      async () => world.store.appends.length,
      (count) => count > 0,
    );
    for (let number = 1; number <= 25_000; number += 1) note(number);
    expect(lost).toBeGreaterThanOrEqual(5_000);
    const given = lost;
    world.store.plan('RequestsAnswered', []);
    await waitFor(numbers, (all) => all.length === 25_001 - given);
    expect((await numbers()).at(-1)).toBe(25_000);
    expect(lost).toBe(given);
  });

  it('never appends more than the log takes at once', async () => {
    const requestBody = { long: 'x'.repeat(60_000) };
    for (let number = 0; number < 30; number += 1) note(number, teamId, { ...nothing, requestBody } as never, 60_010);
    await log.stop();
    expect(await numbers()).toHaveLength(30);
    for (const [{ events }] of world.store.appends) {
      const bytes = events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
      expect(bytes).toBeLessThan(MAX_APPEND_BYTES);
    }
  });

  it('writes what is left at an orderly stop', async () => {
    for (let number = 0; number < 100; number += 1) note(number);
    await log.stop();
    expect(await numbers()).toHaveLength(100);
    expect(lost).toBe(0);
  });

  it('ends in time where nothing can be written, and counts what that cost', async () => {
    world.store.plan('RequestsAnswered', [], 'lost');
    for (let number = 0; number < 100; number += 1) note(number);
    await log.stop();
    expect(lost).toBe(100);
  });

  it('lets a list wait for a while, not until the log can be written', async () => {
    world.store.plan('RequestsAnswered', [], 'lost');
    note(1);
    await log.settled(teamId, 'logs');
    expect(log.waiting()).toBe(1);
    await log.settled(otherTeam, 'logs');
  });
});
