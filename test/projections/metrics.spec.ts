import fc from 'fast-check';
import type { EmailEvent } from '../../src/domain/email/events.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { bounceKind } from '../../src/projections/metrics/bounce-kind.js';
import { metricsProjection } from '../../src/projections/metrics/metrics.projection.js';
import { emailHistories } from '../support/email-histories.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import { acceptedEmail, idAt, RecordedLog, reply, teamId, timeAt } from '../support/recorded-events.js';

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
  data: { ...outcome(recipient), reply: reply(kid, 451, null, 'Later'), dueAt: timeAt(900) },
});
const bounced = (recipient: number, enhancedCode: string | null): EmailEvent => ({
  type: 'EmailBounced',
  data: { ...outcome(recipient), reply: reply(kid, 550, enhancedCode, 'No') },
});
const failed = (recipient: number, attemptId: string | null): EmailEvent => ({
  type: 'EmailFailed',
  data: { ...outcome(recipient), attemptId, reason: 'expired', reply: null },
});

function after(...events: readonly EmailEvent[]): unknown {
  const log = new RecordedLog();
  for (const event of [accepted, ...events]) log.add(streamName('email', mailId), event);
  const [json] = foldAll(metricsProjection, log.all).values();
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
}

const untried = { sent: false, delayed: false, result: null };

describe('the metrics projection', () => {
  it('counts nothing of a mail that waits', () => {
    expect(after()).toEqual({
      id: mailId,
      teamId,
      domainId: idAt(900),
      at: timeAt(1),
      recipients: [untried, untried, untried],
    });
  });

  it('puts the figures where the mail was first tried', () => {
    expect(after(deferred(1), started(0, 2), delivered(0))).toMatchObject({
      at: timeAt(2),
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

  it.each([
    ['5.1.1', 'bounced_permanent'],
    ['5.2.1', 'bounced_permanent'],
    ['5.2.2', 'bounced_transient'],
    ['5.3.4', 'bounced_transient'],
    ['5.7.1', 'bounced_transient'],
    ['5.0.0', 'bounced_undetermined'],
    [null, 'bounced_undetermined'],
  ] as const)('takes %s as %s', (code, kind) => {
    expect(bounceKind(code)).toBe(kind);
    expect(after(bounced(0, code))).toMatchObject({ recipients: [{ sent: true, result: kind }, untried, untried] });
  });

  it('gives the same bytes in any batches and after any restart', async () => {
    await fc.assert(
      redeliveryProperty(
        metricsProjection,
        emailHistories.map(({ log }) => log),
      ),
    );
  });
});
