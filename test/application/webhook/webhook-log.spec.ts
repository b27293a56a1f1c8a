import { removeOldRequestLogs } from '../../../src/application/request-log/keep-request-logs.js';
import { MAX_APPEND_BYTES } from '../../../src/application/ports/event-store.js';
import { WebhookLog } from '../../../src/application/webhook/webhook-log.js';
import type { WebhookAttempt, WebhookAttempted } from '../../../src/domain/webhook/log-events.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { attemptsIn } from '../../support/webhooks.js';
import { teamId, useWorld, world } from '../../support/world.js';

const otherTeam = '0195d6a0-0000-7000-8000-00000000000b';
const dayMs = 86_400_000;
const attempt = (number: number): WebhookAttempt => ({
  id: `atmpt_${number}`,
  messageId: `msg_${number}`,
  webhookId: 'w1',
  eventId: 'e1',
  position: '00000000000000000001' as Position,
  part: 0,
  type: 'email.sent',
  emailId: null,
  createdAt: '2026-03-02T10:00:00.000Z',
  at: '2026-03-02T10:00:00.000Z',
  durationMs: 1,
  number: 1,
  status: 200,
  failure: null,
  outcome: 'delivered',
  nextAttemptAt: null,
  replayId: null,
});

describe('the log of webhooks', () => {
  useWorld();
  let failures: unknown[];
  let log: WebhookLog;
  beforeEach(async () => {
    failures = [];
    log = open();
  });
  afterEach(() => log.stop());

  const open = (): WebhookLog =>
    new WebhookLog({ ...world.process(), keys: world.keys }, (error) => void failures.push(error));
  const types = () => world.store.appends.map(([{ events }]) => events.map(({ type }) => type));

  it('writes what happened in a moment with one append, an event for each team, the progress behind them', async () => {
    const progress = { partition: 'a', position: '00000000000000000001' as Position, readers: [], failing: [] };
    const written = [
      log.progressed(progress),
      log.attempted(teamId, attempt(1), 'one'),
      log.attempted(otherTeam, attempt(2), 'two'),
      log.attempted(teamId, attempt(3), 'three'),
      log.dropped(teamId, 'msg_9'),
    ];
    expect(await Promise.all(written)).toEqual([true, true, true, true, true]);
    expect(types()).toEqual([['WebhookAttempted', 'WebhookMessagesDropped', 'WebhookAttempted', 'WebhookProgressed']]);
    expect((await attemptsIn(world)).map(({ id, answer }) => [id, answer])).toEqual([
      ['atmpt_1', 'one'],
      ['atmpt_3', 'three'],
      ['atmpt_2', 'two'],
    ]);
    expect(world.keys.created.map(({ anchor }) => anchor)).toEqual(
      Array(2).fill(expect.stringMatching(/^webhooklog-[0-9a-f-]{36}-2026-03-02T10$/)),
    );
  });

  it('keeps the headers of each answer beside its body, under the same key', async () => {
    await Promise.all([
      log.attempted(teamId, attempt(1), 'one', [['x-a', '1']]),
      log.attempted(teamId, attempt(2), ''),
    ]);
    const [stream] = await world.streamsWith('WebhookAttempted');
    const [recorded] = stream === undefined ? [] : await world.events(stream);
    const { answers, answerHeaders } = recorded?.event.data as WebhookAttempted['data'];
    expect(answerHeaders).toMatchObject({ kid: answers.kid, value: [[['x-a', '1']], []] });
  });

  it('asks again where it is not known whether it was written, and writes nothing twice', async () => {
    world.store.plan('WebhookAttempted', ['late', 'lost']);
    expect(await log.attempted(teamId, attempt(1), '')).toBe(true);
    expect(await attemptsIn(world)).toHaveLength(1);
  });

  it('waits for a vault that is away, and says what it could not write at its end', async () => {
    world.keys.broken = true;
    const written = log.attempted(teamId, attempt(1), '');
    await log.stop();
    expect(await written).toBe(false);
    expect(failures.length).toBeGreaterThan(0);
    world.keys.broken = false;
  });

  it.each([
    ['large', '\u{1f600}'.repeat(16 * 1024)],
    // Each is six bytes as JSON.
    ['strange', '\u0001'.repeat(64 * 1024)],
  ])('takes as many appends as %s answers need', async (_what, answer) => {
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, number) => log.attempted(teamId, attempt(number), answer)),
    );
    expect(all.every(Boolean)).toBe(true);
    expect(world.store.appends.length).toBeGreaterThan(1);
    for (const [{ events }] of world.store.appends) {
      const bytes = events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
      expect(bytes).toBeLessThan(MAX_APPEND_BYTES);
    }
    expect(await attemptsIn(world)).toHaveLength(30);
  });

  it('goes with its keys as the log of requests does', async () => {
    // Ids of the vault's rows carry the real time.
    world.clock.advance(Date.now() - world.clock.now());
    await log.attempted(teamId, attempt(1), 'one');
    world.clock.advance(3 * dayMs);
    const options = { ...world.process(), keys: world.keys, days: 1, sealedThrough: () => world.store.head() };
    expect(await removeOldRequestLogs(options)).toBe(1);
    expect(await attemptsIn(world)).toEqual([]);
    expect(await world.streamsWith('StreamRetired')).toHaveLength(1);
  });

  it('goes too where an hour holds reports of progress only', async () => {
    world.clock.advance(Date.now() - world.clock.now());
    await log.progressed({ partition: 'a', position: '1' as Position, readers: [], failing: [] });
    world.clock.advance(3 * dayMs);
    const options = { ...world.process(), keys: world.keys, days: 1, sealedThrough: () => world.store.head() };
    expect(await removeOldRequestLogs(options)).toBe(1);
    expect(await world.streamsWith('WebhookProgressed')).toEqual([]);
  });
});
