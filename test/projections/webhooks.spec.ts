import type { StreamRetired } from '../../src/domain/retention/events.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { idOf, streamName, type StreamName } from '../../src/domain/shared/stream-name.js';
import type { WebhookEvent, WebhookRegistered } from '../../src/domain/webhook/events.js';
import type { WebhookAttempt, WebhookAttempted, WebhookLogEvent } from '../../src/domain/webhook/log-events.js';
import { durationSteps, webhookHoursProjection } from '../../src/projections/webhooks/webhook-hours.projection.js';
import {
  webhookAttemptsProjection,
  webhookMessagesProjection,
  webhookProgressProjection,
} from '../../src/projections/webhooks/webhook-log.projections.js';
import { webhooksProjection } from '../../src/projections/webhooks/webhooks.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import { idAt, positionAt, RecordedLog, teamId, timeAt } from '../support/recorded-events.js';
import fc from '../support/properties.js';

const kid = kidOf(idAt(40), 0);
const settings = {
  target: plain(kid, { url: 'https://app.example.com/hook', headers: [['X-Key', 'secret']] as const, tags: [] }),
  events: null,
  domainIds: [],
  ordered: false,
  perSecond: null,
};
const registered: WebhookRegistered = {
  type: 'WebhookRegistered',
  data: { ...settings, webhookId: idAt(1), teamId, secret: plain(kid, 'whsec_AAAA') },
};
const endpointEvents: readonly WebhookEvent[] = [
  registered,
  { type: 'WebhookChanged', data: { ...settings, ordered: true } },
  { type: 'WebhookDisabled', data: { why: 'failing' } },
  { type: 'WebhookEnabled', data: {} },
  { type: 'WebhookReplayRequested', data: { replayId: 'r1', scope: { kind: 'failed', since: timeAt(1) } } },
  { type: 'WebhookReplayCompleted', data: { replayId: 'r1', sent: 3 } },
  { type: 'WebhookReplayStopped', data: { replayId: 'r1' } },
  { type: 'WebhookDeleted', data: {} },
];

const hourStream = (hour: number): StreamName => streamName('webhooklog', `${idAt(2)}-2026-01-01T0${hour}`);
const attempt = (message: number, number: number, overrides: Partial<WebhookAttempt> = {}): WebhookAttempt => ({
  id: `atmpt_${String(message).padStart(4, '0')}${number}`,
  messageId: `msg_${message}`,
  webhookId: idAt(1),
  eventId: idAt(100 + message),
  position: positionAt(message),
  source: { stream: streamName('email', idAt(7)), revision: 2 },
  part: 0,
  type: 'email.sent',
  emailId: idAt(7),
  createdAt: timeAt(message),
  at: timeAt(message + number),
  durationMs: 5,
  number,
  status: 200,
  failure: null,
  outcome: 'delivered',
  nextAttemptAt: null,
  replayId: null,
  ...overrides,
});
const retrying = { status: 500, failure: 'status', outcome: 'retrying', nextAttemptAt: timeAt(99) } as const;
const attempted = (...attempts: readonly WebhookAttempt[]): WebhookAttempted => ({
  type: 'WebhookAttempted',
  data: { attempts, answers: { kid, iv: '', ct: '', tag: '' } },
});
const retired = (stream: StreamName): StreamRetired => ({
  type: 'StreamRetired',
  data: { stream, lastRevision: 0, headDigest: 'f'.repeat(64), mode: 'tombstone' },
});

function documentsOf(projection: Parameters<typeof foldAll>[0], ...events: readonly WebhookLogEvent[]) {
  const log = new RecordedLog();
  for (const event of events) log.add(hourStream(1), event);
  return [...foldAll(projection, log.all).values()].map((json) => JSON.parse(json) as unknown);
}

describe('the webhooks projection', () => {
  const after = (...events: readonly WebhookEvent[]): unknown => {
    const log = new RecordedLog();
    for (const event of events) log.add(streamName('webhook', idAt(1)), event);
    const json = foldAll(webhooksProjection, log.all).get(idAt(1));
    return json === undefined ? undefined : (JSON.parse(json) as unknown);
  };

  it('shows where it leads and how it stands, and no secret', () => {
    expect(after(registered)).toEqual({
      id: idAt(1),
      teamId,
      partition: '1',
      url: 'https://app.example.com/hook',
      tags: [],
      events: null,
      domainIds: [],
      ordered: false,
      perSecond: null,
      machineHits: false,
      status: 'enabled',
      why: null,
      createdAt: timeAt(1),
      replays: [],
    });
    expect(after(...endpointEvents.slice(0, 3))).toMatchObject({ ordered: true, status: 'disabled', why: 'failing' });
    expect(after(...endpointEvents.slice(0, 6))).toMatchObject({
      status: 'enabled',
      replays: [{ id: 'r1', status: 'completed', sent: 3, failed: 0, requestedAt: timeAt(5), endedAt: timeAt(6) }],
    });
    const counts = { replayId: 'r1', sent: 3, failed: 2 };
    const stopped = after(registered, endpointEvents[4]!, { type: 'WebhookReplayStopped', data: counts });
    expect(stopped).toMatchObject({ replays: [{ id: 'r1', status: 'stopped', sent: 3, failed: 2 }] });
    const scope = { kind: 'message', messageId: 'msg_1' } as const;
    const ofOne = after(registered, { type: 'WebhookReplayRequested', data: { replayId: 'r2', scope } });
    expect(ofOne).toMatchObject({ replays: [] });
    expect(after(...endpointEvents)).toBeUndefined();
  });

  it('gives the same bytes in any batches and after any restart', async () => {
    const histories = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom(...endpointEvents)), { maxLength: 25 })
      .map((happenings) => {
        const log = new RecordedLog();
        for (const [number, event] of happenings) log.add(streamName('webhook', idAt(number)), event);
        return log.all;
      });
    await fc.assert(redeliveryProperty(webhooksProjection, histories));
  });
});

describe('the webhook messages projection', () => {
  it('shows the last attempt, and when the next is due', () => {
    expect(documentsOf(webhookMessagesProjection, attempted(attempt(5, 1, retrying)))).toEqual([
      {
        id: 'msg_5',
        teamId,
        webhookId: idAt(1),
        partition: '1',
        type: 'email.sent',
        eventId: idAt(105),
        position: positionAt(5),
        source: { stream: streamName('email', idAt(7)), revision: 2 },
        loggedAt: positionAt(1),
        part: 0,
        emailId: idAt(7),
        createdAt: timeAt(5),
        status: 'attempting',
        attempts: 1,
        attemptedAt: timeAt(6),
        durationMs: 5,
        lastStatus: 500,
        failure: 'status',
        nextAttemptAt: timeAt(99),
        replayId: null,
        stream: hourStream(1),
      },
    ]);
    const both = attempted(attempt(5, 1, retrying), attempt(5, 2));
    expect(documentsOf(webhookMessagesProjection, both)).toMatchObject([{ status: 'success', nextAttemptAt: null }]);
  });

  it('waits for nothing once its endpoint is disabled', () => {
    const dropped = { type: 'WebhookMessagesDropped', data: { messageIds: ['msg_5', 'msg_6', 'msg_7'] } } as const;
    const log = [attempted(attempt(5, 1, retrying), attempt(6, 1)), dropped];
    expect(documentsOf(webhookMessagesProjection, ...log)).toMatchObject([
      { id: 'msg_5', status: 'failed', nextAttemptAt: null },
      { id: 'msg_6', status: 'success' },
    ]);
  });
});

describe('the webhook attempts projection', () => {
  it('says where the answer of each attempt lies', () => {
    expect(documentsOf(webhookAttemptsProjection, attempted(attempt(5, 1), attempt(6, 1, retrying)))).toMatchObject([
      {
        messageId: 'msg_5',
        number: 1,
        type: 'email.sent',
        emailId: idAt(7),
        status: 200,
        statusClass: 2,
        stream: hourStream(1),
        revision: 0,
        index: 0,
      },
      {
        messageId: 'msg_6',
        number: 1,
        outcome: 'retrying',
        status: 500,
        statusClass: 5,
        stream: hourStream(1),
        revision: 0,
        index: 1,
      },
    ]);
  });

  it('has tests too, marked, which are no messages', () => {
    const { id, messageId, webhookId, type, at, durationMs, status, failure } = attempt(7, 1);
    const test = { id, messageId, webhookId, type, at, durationMs, status, failure };
    const answer = { kid, iv: '', ct: '', tag: '' };
    const log: readonly WebhookLogEvent[] = [
      attempted(attempt(5, 1)),
      { type: 'WebhookTested', data: { test, answer } },
    ];
    expect(documentsOf(webhookAttemptsProjection, ...log)).toMatchObject([
      { messageId: 'msg_5', isTest: false },
      { messageId: 'msg_7', number: 1, isTest: true, index: 0 },
    ]);
    expect(documentsOf(webhookMessagesProjection, ...log)).toMatchObject([{ id: 'msg_5' }]);
  });
});

describe('the webhook hours projection', () => {
  it('counts attempts, and answers by how long they took', () => {
    const slow = attempt(6, 1, { ...retrying, durationMs: 41.7 });
    const log = [
      attempted(attempt(5, 1), slow),
      attempted(attempt(7, 1, { ...retrying, status: null, failure: 'timeout', durationMs: 15_000 })),
    ];
    const stepOf = (ms: number): number => durationSteps.indexOf(ms);
    expect(documentsOf(webhookHoursProjection, ...log)).toEqual([
      {
        id: `${idAt(1)}:${timeAt(6).slice(0, 13)}:${idOf(hourStream(1))}`,
        teamId,
        webhookId: idAt(1),
        hour: timeAt(6).slice(0, 13),
        attempts: 3,
        delivered: 1,
        durations: { [stepOf(5)]: 1, [stepOf(42)]: 1 },
        stream: hourStream(1),
      },
    ]);
  });

  it('rounds no duration up by more than a fifth, or 1 ms', () => {
    for (const [index, step] of durationSteps.entries()) {
      const before = durationSteps[index - 1] ?? 0;
      expect(step - before).toBeLessThanOrEqual(Math.max(1, before * 0.25));
    }
  });
});

describe('the webhook progress projection', () => {
  const progressed = (position: number): WebhookLogEvent => ({
    type: 'WebhookProgressed',
    data: { partition: 'a', position: positionAt(position), readers: [], failing: [] },
  });

  it('keeps what was reported last of each partition', () => {
    expect(documentsOf(webhookProgressProjection, progressed(5), progressed(9))).toEqual([
      { id: 'a', position: positionAt(9), readers: [], failing: [] },
    ]);
  });
});

describe('what is folded from the attempts', () => {
  /** Attempts in a few hours' streams, some repeated; then the oldest hours end. */
  const histories = fc
    .tuple(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 6 }), fc.boolean()), {
        maxLength: 20,
      }),
      fc.integer({ min: 0, max: 3 }),
    )
    .map(([happenings, ended]) => {
      const log = new RecordedLog();
      const inOrder = [...happenings].sort(([left], [right]) => left - right);
      for (const [index, [hour, message, isDelivered]] of inOrder.entries()) {
        const made = attempt(message, index, isDelivered ? {} : retrying);
        log.add(hourStream(hour), attempted(made, attempt(message + 50, index)));
        if (message === 4)
          log.add(hourStream(hour), {
            type: 'WebhookTested',
            data: { test: attempt(message + 90, index), answer: { kid, iv: '', ct: '', tag: '' } },
          });
        if (message === 3)
          log.add(hourStream(hour), { type: 'WebhookMessagesDropped', data: { messageIds: ['msg_4'] } });
      }
      for (let hour = 0; hour < ended; hour += 1)
        log.add(streamName('retention', 'requestlog-2026-02-01'), retired(hourStream(hour)));
      return log.all;
    });

  it.each([webhookMessagesProjection, webhookAttemptsProjection, webhookHoursProjection, webhookProgressProjection])(
    'gives the same bytes in any batches and after any restart, ended streams included: $name',
    async (projection) => {
      await fc.assert(redeliveryProperty(projection, histories));
    },
  );
});
