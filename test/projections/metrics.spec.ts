import type { ContactUnsubscribed } from '../../src/domain/contact/events.js';
import type { DayClosed } from '../../src/domain/day/events.js';
import type { EmailEvent } from '../../src/domain/email/events.js';
import { judgeReply } from '../../src/domain/email/judging/judge-reply.js';
import { isSettledEmail } from '../../src/domain/email/state.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import type { MailMetrics } from '../../src/projections/metrics/metrics.document.js';
import { metricsProjection } from '../../src/projections/metrics/metrics.projection.js';
import { emailHistories } from '../support/email-histories.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import {
  acceptedEmail,
  apiKeyId,
  idAt,
  positionAt,
  RecordedLog,
  reply,
  teamId,
  timeAt,
} from '../support/recorded-events.js';
import fc from '../support/properties.js';

const mailId = idAt(1);
const kid = kidOf(idAt(50), 1);
const outcome = (recipient: number) => ({ attemptId: 'try', recipient, destination: 'dest-a' });
const accepted: EmailEvent = { type: 'EmailAccepted', data: acceptedEmail(idAt(50)) };
const started = (...recipients: readonly number[]): EmailEvent => ({
  type: 'DeliveryAttemptStarted',
  data: {
    attemptId: 'try',
    recipients,
    destinations: ['dest-a'],
    mxSet: 'mx',
    worker: 'w1',
    deadline: timeAt(600),
    tls: null,
  },
});
const delivered = (recipient: number): EmailEvent => ({
  type: 'EmailDelivered',
  data: { ...outcome(recipient), reply: reply(kid, 250, null, 'Ok') },
});
const deferred = (recipient: number): EmailEvent => ({
  type: 'DeliveryDeferred',
  data: {
    ...outcome(recipient),
    reply: reply(kid, 451, null, 'Later'),
    judgement: null,
    answeredBy: null,
    dueAt: timeAt(900),
    mxSet: 'mx',
  },
});
const bounced = (recipient: number, enhancedCode: string | null): EmailEvent => ({
  type: 'EmailBounced',
  data: { ...outcome(recipient), reply: reply(kid, 550, enhancedCode, 'No'), judgement: null, answeredBy: null },
});
const failed = (recipient: number, attemptId: string | null): EmailEvent => ({
  type: 'EmailFailed',
  data: {
    ...outcome(recipient),
    attemptId,
    reason: 'expired',
    reply: null,
    judgement: null,
    answeredBy: null,
    why: null,
  },
});

function after(...events: readonly EmailEvent[]): unknown {
  const log = new RecordedLog();
  for (const event of [accepted, ...events]) log.add(streamName('email', mailId), event);
  return documentOf(log);
}

function documentOf(log: RecordedLog): unknown {
  const [json] = foldAll(metricsProjection, log.all).values();
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
}

function closing(through: number, sent: number): DayClosed {
  const none = {
    delayed: 0,
    failed: 0,
    suppressed: 0,
    complained: 0,
    unsubscribed: 0,
    bouncedTransient: 0,
    bouncedPermanent: 0,
    bouncedUndetermined: 0,
  };
  const quarters = [{ quarter: 40, sent, delivered: sent, ...none }];
  const data = { teamId, day: '2026-03-02', domainId: idAt(900), through: positionAt(through), quarters };
  return { type: 'DayClosed', data };
}

const hit = { hitId: idAt(60), at: timeAt(60), sign: 'sign', rules: 1 };
const untried = { sent: false, delayed: false, result: null };

describe('the metrics projection', () => {
  it('counts nothing of a mail that waits', () => {
    expect(after()).toEqual({
      kind: 'mail',
      id: mailId,
      teamId,
      domainId: idAt(900),
      sentBy: { kind: 'api-key', id: apiKeyId },
      topicId: null,
      template: null,
      at: timeAt(0),
      recipients: [untried, untried, untried],
      settledAt: null,
      earlier: [],
    });
  });

  it('puts the figures into the quarter of an hour in which the mail was first tried', () => {
    const log = new RecordedLog();
    log.add(streamName('email', mailId), accepted, { time: '2026-03-02T10:00:00.000Z' });
    log.add(streamName('email', mailId), deferred(1), { time: '2026-03-02T23:59:59.999Z' });
    log.add(streamName('email', mailId), started(0, 2), { time: '2026-03-03T00:15:00.000Z' });
    log.add(streamName('email', mailId), delivered(0), { time: '2026-03-03T00:15:00.000Z' });
    expect(documentOf(log)).toMatchObject({
      at: '2026-03-02T23:45:00.000Z',
      recipients: [
        { sent: true, delayed: false, result: 'delivered' },
        { sent: true, delayed: true, result: null },
        { sent: true, delayed: false, result: null },
      ],
    });
  });

  it('knows a recipient that was given up untried from one that ran out of time', () => {
    expect(after(failed(0, null), failed(1, 'try'))).toMatchObject({
      recipients: [{ sent: false, result: 'failed' }, { sent: true, result: 'failed' }, untried],
    });
  });

  it('lets a delivery stand, whatever was said before and after it', () => {
    expect(
      after(bounced(0, '5.1.1'), delivered(0), delivered(1), bounced(1, '5.1.1'), delivered(1), failed(2, 'try')),
    ).toMatchObject({
      recipients: [{ result: 'delivered' }, { result: 'delivered', delayed: false }, { result: 'failed' }],
    });
  });

  it('counts one as bounced that came back after it was delivered', () => {
    const late: EmailEvent = {
      type: 'EmailBounced',
      data: { ...outcome(0), reply: reply(kid, 550, '5.1.1', 'No'), judgement: null, answeredBy: 'report' },
    };
    expect(after(delivered(0), late)).toMatchObject({
      recipients: [{ sent: true, result: 'bounced_permanent' }, untried, untried],
    });
  });

  it.each([
    ['5.1.1', 'bounced_permanent'],
    ['5.2.1', 'bounced_permanent'],
    ['5.2.2', 'bounced_transient'],
    ['5.3.4', 'bounced_transient'],
    ['5.7.1', 'bounced_transient'],
    ['5.0.0', 'bounced_undetermined'],
    [null, 'bounced_undetermined'],
  ] as const)('takes %s as %s', (code, kind) => {
    expect(after(bounced(0, code))).toMatchObject({ recipients: [{ sent: true, result: kind }, untried, untried] });
  });

  it('keeps what a refusal said while it stands', () => {
    const judged: EmailEvent = {
      ...bounced(0, '5.1.1'),
      data: {
        ...bounced(0, '5.1.1').data,
        judgement: judgeReply({ step: 'rcpt', code: 550, enhancedCode: '5.1.1', text: 'No such user' }),
      },
    } as EmailEvent;
    expect(after(judged)).toMatchObject({
      recipients: [{ result: 'bounced_permanent', reason: 'no-mailbox' }, untried, untried],
    });
    expect(after(judged, delivered(0))).toEqual(
      expect.objectContaining({ recipients: [{ sent: true, delayed: false, result: 'delivered' }, untried, untried] }),
    );
  });

  it('remembers where a mail was settled, and what it was before a late word', () => {
    const bouncedTally = { sent: true, delayed: false, result: 'bounced_permanent' };
    const failedTally = { sent: true, delayed: false, result: 'failed' };
    expect(
      after(bounced(0, '5.1.1'), failed(1, 'try'), failed(2, 'try'), failed(2, 'try'), delivered(0)),
    ).toMatchObject({
      recipients: [{ result: 'delivered' }, failedTally, failedTally],
      settledAt: positionAt(4),
      earlier: [{ until: positionAt(6), recipients: [bouncedTally, failedTally, failedTally] }],
    });
    expect(after({ type: 'EmailCanceled', data: { destinations: [] } })).toMatchObject({ settledAt: positionAt(2) });
  });

  it('counts who left by a link of the mail, and no one else', () => {
    const left = (emailId: string | null, recipient?: number): ContactUnsubscribed => ({
      type: 'ContactUnsubscribed',
      data: {
        topicId: null,
        occasion: { means: 'page', emailId, recipient, pageVersion: null, importId: null, visitor: null },
      },
    });
    const log = new RecordedLog();
    log.add(streamName('email', mailId), accepted);
    log.add(streamName('email', mailId), delivered(1));
    const person = streamName('contact', idAt(2));
    // Links of another mail, of none, and of this one before links said whose they are.
    for (const event of [left(idAt(3), 0), left(null), left(mailId)]) log.add(person, event);
    log.add(person, left(mailId, 1));
    expect(documentOf(log)).toMatchObject({
      recipients: [untried, { sent: true, delayed: false, result: 'delivered', unsubscribed: true }, untried],
    });
    // The other two sum it up.
    expect([...foldAll(metricsProjection, log.all).keys()]).toEqual([
      mailId,
      expect.stringMatching(/^sums:/),
      expect.stringMatching(/^key-sums:/),
    ]);
  });

  it('keeps each hit of a tracked mail, by whom it was and not what was seen', () => {
    const seen = { ipAddress: '192.0.2.1', userAgent: 'Mozilla/5.0' };
    const opened: EmailEvent = {
      type: 'EmailOpened',
      data: { ...hit, recipient: 1, judged: 'person', seen: plain(kid, seen) },
    };
    const clicked: EmailEvent = {
      type: 'EmailClicked',
      data: { ...hit, recipient: null, judged: 'scanner', link: 0, seen: plain(kid, { ...seen, url: 'x' }) },
    };
    const log = new RecordedLog();
    const tracking = { host: 'links.example.com', opens: true, clicks: false };
    const data = acceptedEmail(idAt(50), { tracking });
    for (const event of [{ type: 'EmailAccepted', data } as const, started(0), opened, clicked])
      log.add(streamName('email', mailId), event);
    expect(documentOf(log)).toMatchObject({
      tracked: { opens: true, clicks: false, eachItsOwn: false },
      hits: [
        { position: positionAt(3), recipient: 1, kind: 'open', byPerson: true },
        { position: positionAt(4), recipient: null, kind: 'click', byPerson: false },
      ],
      earlier: [],
    });
  });

  it('knows that a mail is settled where its decider does', () => {
    fc.assert(
      fc.property(emailHistories, ({ log, states }) => {
        const documents = foldAll(metricsProjection, log);
        for (const [id, state] of states) {
          const { settledAt } = JSON.parse(documents.get(id) ?? '{}') as MailMetrics;
          expect(settledAt !== null).toBe(isSettledEmail(state));
        }
      }),
    );
  });

  it('keeps the closed figures of a day, those of the last closing', () => {
    const log = new RecordedLog();
    const stream = streamName('day', `${teamId}-2026-03-02`);
    log.add(stream, closing(10, 5));
    log.add(stream, closing(20, 6));
    expect(documentOf(log)).toEqual({
      kind: 'day',
      id: `${teamId}:2026-03-02:${idAt(900)}`,
      teamId,
      domainId: idAt(900),
      at: '2026-03-02T00:00:00.000Z',
      through: positionAt(20),
      quarters: closing(20, 6).data.quarters,
    });
  });

  it('gives the same bytes in any batches and after any restart', async () => {
    const closed = fc.array(fc.nat(30), { maxLength: 4 });
    const histories = fc.tuple(emailHistories, closed).map(([{ log }, places]) => {
      const whole = new RecordedLog();
      for (const [index, { stream, event, metadata }] of log.entries()) {
        whole.add(stream, event, metadata);
        if (places.includes(index)) whole.add(streamName('day', `${teamId}-2026-03-02`), closing(index, index));
      }
      return whole.all;
    });
    await fc.assert(redeliveryProperty(metricsProjection, histories));
  });
});
