import type { EmailEvent } from '../../src/domain/email/events.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import {
  type SendingHealthDocument,
  sendingHealthProjection,
} from '../../src/projections/sending-health/sending-health.projection.js';
import { emailHistories } from '../support/email-histories.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import { acceptedEmail, idAt, RecordedLog, timeAt } from '../support/recorded-events.js';
import fc from '../support/properties.js';

const mailId = idAt(1);
const kid = kidOf(idAt(50), 1);
const said = (code: number, host: string) =>
  ({ step: 'dot', code, enhancedCode: null, detail: plain(kid, { text: 'so', host }) }) as const;
const outcome = { attemptId: 'try', destination: 'dest-a' };
const judged = { judgement: null, answeredBy: 'mx' } as const;
const google = 'gmail-smtp-in.l.google.com';

const accepted = (overrides: Parameters<typeof acceptedEmail>[1] = {}): EmailEvent => ({
  type: 'EmailAccepted',
  data: acceptedEmail(idAt(50), overrides),
});
const started: EmailEvent = {
  type: 'DeliveryAttemptStarted',
  data: {
    ...{ attemptId: 'try', recipients: [0], destinations: ['dest-a'], mxSet: 'mx', worker: 'w1' },
    ...{ deadline: timeAt(600), tls: { protocol: 'TLSv1.3', cipher: 'AES', authorized: true } },
  },
};
const delivered: EmailEvent = { type: 'EmailDelivered', data: { ...outcome, recipient: 0, reply: said(250, google) } };
const deferred: EmailEvent = {
  type: 'DeliveryDeferred',
  data: { ...outcome, ...judged, recipient: 1, reply: said(451, 'mx.example.com'), dueAt: timeAt(900), mxSet: 'mx' },
};
const bounced: EmailEvent = {
  type: 'EmailBounced',
  data: { ...outcome, ...judged, recipient: 1, reply: said(550, 'mta5.am0.yahoodns.net') },
};
const expired = (reason: 'expired' | 'dropped'): EmailEvent => ({
  type: 'EmailFailed',
  data: { ...outcome, ...judged, attemptId: null, recipient: 2, reason, reply: null, why: null },
});
const complained: EmailEvent = {
  type: 'EmailComplained',
  data: { recipient: 0, destination: 'dest-a', by: 'receiver' },
};

function after(...events: readonly (readonly [EmailEvent, number])[]): SendingHealthDocument | undefined {
  const log = new RecordedLog();
  for (const [event, seconds] of events) log.add(streamName('email', mailId), event, { time: timeAt(seconds) });
  const [json] = foldAll(sendingHealthProjection, log.all).values();
  return json === undefined ? undefined : (JSON.parse(json) as SendingHealthDocument);
}

describe('how receivers took an email', () => {
  it('is kept for each recipient, with the group that the host belongs to', () => {
    const document = after(
      [accepted(), 0],
      [started, 1],
      [delivered, 2],
      [deferred, 3],
      [bounced, 900],
      [expired('expired'), 901],
      [complained, 902],
    );
    expect(document).toMatchObject({ id: mailId, domainId: idAt(900), at: timeAt(0), oneClick: null });
    const none = { group: null, deferred: false, result: null, deliveredMs: null, tls: null, complained: false };
    expect(document?.recipients).toEqual([
      { ...none, group: 'gmail', result: 'delivered', deliveredMs: 2_000, tls: 'certificate', complained: true },
      { ...none, group: 'yahoo', deferred: true, result: 'bounced' },
      { ...none, result: 'bounced' },
    ]);
  });

  it('counts time from when the email was to be sent', () => {
    const scheduled = accepted({ scheduledAt: timeAt(600) });
    expect(after([scheduled, 0], [delivered, 605])?.recipients[0]?.deliveredMs).toBe(5_000);
    const moved: EmailEvent = {
      type: 'EmailRescheduled',
      data: { scheduledAt: timeAt(100), destinations: ['dest-a'] },
    };
    expect(after([scheduled, 0], [moved, 200], [delivered, 205])).toMatchObject({
      at: timeAt(200),
      recipients: [{ deliveredMs: 5_000 }, {}, {}],
    });
  });

  it('is final once delivered, and says nothing of what no receiver had a part in', () => {
    const again: EmailEvent = { ...bounced, data: { ...bounced.data, recipient: 0 } };
    const document = after([accepted(), 0], [delivered, 1], [again, 2], [expired('dropped'), 3]);
    expect(document?.recipients.map(({ result }) => result)).toEqual(['delivered', null, null]);
    expect(after([accepted({ sandbox: true }), 0], [delivered, 1])).toBeUndefined();
  });

  it('notes whether bulk has one-click unsubscribe', () => {
    const oneClick = (overrides: Parameters<typeof acceptedEmail>[1]) => after([accepted(overrides), 0])?.oneClick;
    expect(oneClick({ retryClass: 'bulk' })).toBe(false);
    expect(oneClick({ retryClass: 'transactional' })).toBeNull();
  });

  it('gives the same bytes in any batches and after any restart', async () => {
    await fc.assert(
      redeliveryProperty(
        sendingHealthProjection,
        emailHistories.map(({ log }) => log),
      ),
    );
  });
});
