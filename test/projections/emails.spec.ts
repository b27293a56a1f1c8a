import type { EmailBounced, EmailEvent, RecordedReply } from '../../src/domain/email/events.js';
import { judgeReply } from '../../src/domain/email/judging/judge-reply.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { emailTimeline } from '../../src/projections/emails/email-timeline.js';
import type { EmailDocument } from '../../src/projections/emails/emails.document.js';
import { emailsProjection, foldEmail } from '../../src/projections/emails/emails.projection.js';
import { emailHistories } from '../support/email-histories.js';
import { redeliveryProperty } from '../support/projection-spec.js';
import { acceptedEmail, apiKeyId, idAt, RecordedLog, reply, teamId, timeAt } from '../support/recorded-events.js';
import fc from '../support/properties.js';

const mail = streamName('email', idAt(1));
const row = idAt(50);
const kid = kidOf(row, 1);
const accepted: EmailEvent = { type: 'EmailAccepted', data: acceptedEmail(row) };

const attempt = (attemptId: string, recipients: readonly number[]) => ({
  attemptId,
  recipients,
  destinations: ['dest-a'],
});
const started = (attemptId: string, recipients: readonly number[]): EmailEvent => ({
  type: 'DeliveryAttemptStarted',
  data: { ...attempt(attemptId, recipients), mxSet: 'mx', worker: 'w', deadline: timeAt(999), tls: null },
});
const outcome = (recipient: number) => ({ attemptId: 'a1', recipient, destination: 'dest-a' });
const delivered = (recipient: number): EmailEvent => ({
  type: 'EmailDelivered',
  data: { ...outcome(recipient), reply: reply(kid, 250, '2.0.0', '2.0.0 Ok') },
});
const deferred = (recipient: number): EmailEvent => ({
  type: 'DeliveryDeferred',
  data: {
    ...outcome(recipient),
    dueAt: timeAt(60),
    mxSet: 'mx',
    reply: reply(kid, 451, '4.7.1', 'Later'),
    judgement: null,
    answeredBy: null,
  },
});
const bounced = (recipient: number): EmailEvent => ({
  type: 'EmailBounced',
  data: {
    ...outcome(recipient),
    reply: reply(kid, 550, '5.1.1', 'No such user', 'rcpt'),
    judgement: null,
    answeredBy: null,
  },
});
const failed = (recipient: number): EmailEvent => ({
  type: 'EmailFailed',
  data: {
    ...outcome(recipient),
    attemptId: null,
    reason: 'expired',
    reply: null,
    judgement: null,
    answeredBy: null,
    why: null,
  },
});
const unknown: Extract<EmailEvent, { type: 'DeliveryOutcomeUnknown' }> = {
  type: 'DeliveryOutcomeUnknown',
  data: { ...attempt('a1', [0]), recordedBy: 'worker', retries: [{ recipient: 0, dueAt: timeAt(60) }], replies: [] },
};
const abandoned: EmailEvent = {
  type: 'DeliveryAttemptAbandoned',
  data: { ...attempt('a1', [0]), reason: 'connection-lost' },
};

function log(...events: readonly EmailEvent[]) {
  const recorded = new RecordedLog();
  for (const event of events) recorded.add(mail, event);
  return recorded.all;
}

function documentOf(...events: readonly EmailEvent[]): EmailDocument {
  const document = foldEmail(log(...events));
  if (document === undefined) throw new Error('no document');
  return document;
}
const documentAfter = (...events: readonly EmailEvent[]) => documentOf(accepted, ...events);

const scheduled: EmailEvent = { type: 'EmailAccepted', data: acceptedEmail(row, { scheduledAt: timeAt(500) }) };
const rescheduled: EmailEvent = {
  type: 'EmailRescheduled',
  data: { scheduledAt: timeAt(700), destinations: ['dest-a', 'dest-b'] },
};
const sharing: readonly EmailEvent[] = [
  { type: 'EmailShared', data: { shareId: idAt(70), expiresAt: timeAt(900) } },
  { type: 'EmailShareRevoked', data: { shareId: idAt(70) } },
];
const canceled: EmailEvent = { type: 'EmailCanceled', data: { destinations: ['dest-a', 'dest-b'] } };

describe('the emails projection', () => {
  it('shows an accepted mail', () => {
    expect(documentAfter()).toEqual({
      id: idAt(1),
      teamId,
      apiKeyId,
      // What is in them: email-tokens.spec.ts.
      tokens: expect.arrayContaining([idAt(1), 'ann@a.posthorn.test', 'secret']) as string[],
      messageId: `<${row}@example.com>`,
      domainId: idAt(900),
      sandbox: false,
      retryClass: 'standard',
      from: 'Posthorn <hello@example.com>',
      to: ['Ann <ann@a.posthorn.test>'],
      cc: ['bob@b.posthorn.test'],
      bcc: ['cid@a.posthorn.test'],
      replyTo: ['reply@example.com'],
      subject: 'A secret subject',
      tags: [{ name: 'kind', value: 'welcome' }],
      createdAt: timeAt(1),
      scheduledAt: null,
      lastEvent: 'queued',
      kind: 'transactional',
      recipients: [
        { recipient: 0, role: 'to', address: 'ann@a.posthorn.test', status: 'queued', lastReply: null, at: timeAt(1) },
        { recipient: 1, role: 'cc', address: 'bob@b.posthorn.test', status: 'queued', lastReply: null, at: timeAt(1) },
        { recipient: 2, role: 'bcc', address: 'cid@a.posthorn.test', status: 'queued', lastReply: null, at: timeAt(1) },
      ],
      body: { blobId: idAt(901), kid: kidOf(row, 0), sizeBytes: 10, digest: 'f'.repeat(64) },
      attachments: [],
      erased: false,
    });
  });

  it('says of each recipient what happened to it last', () => {
    const { recipients } = documentAfter(started('a1', [0, 1]), delivered(0), deferred(1));
    expect(recipients.map(({ status, lastReply, at }) => ({ status, lastReply, at }))).toEqual([
      { status: 'delivered', lastReply: { code: 250, enhancedCode: '2.0.0', text: '2.0.0 Ok' }, at: timeAt(3) },
      { status: 'delivery_delayed', lastReply: { code: 451, enhancedCode: '4.7.1', text: 'Later' }, at: timeAt(4) },
      { status: 'queued', lastReply: null, at: timeAt(1) },
    ]);
  });

  it.each<[EmailDocument['lastEvent'], string, readonly EmailEvent[]]>([
    ['sent', 'once an attempt has started', [started('a1', [0])]],
    ['sent', 'after that attempt was given up', [started('a1', [0]), abandoned]],
    ['queued', 'after an attempt that was given up before its claim was seen', [abandoned]],
    ['sent', 'while the outcome is unknown', [started('a1', [0]), unknown]],
    ['delivered', 'when one has it and nothing worse happened', [started('a1', [0]), delivered(0)]],
    ['delivery_delayed', 'when one has it and one waits', [started('a1', [0, 1]), delivered(0), deferred(1)]],
    ['failed', 'over a delay', [deferred(0), failed(1), delivered(2)]],
    ['bounced', 'over everything', [delivered(0), failed(1), bounced(2)]],
    ['delivered', 'when the late true result comes', [started('a1', [0]), unknown, failed(0), delivered(0)]],
  ])('has the last event "%s" %s', (expected, _when, events) => {
    expect(documentAfter(...events).lastEvent).toBe(expected);
  });

  it('is found by what its bounces say, while they stand', () => {
    const judged = (recipient: number, enhancedCode: string): EmailEvent => {
      const event = bounced(recipient) as EmailBounced;
      const judgement = judgeReply({ step: 'rcpt', code: 550, enhancedCode, text: '' });
      return { ...event, data: { ...event.data, judgement } };
    };
    const bounces = (...events: readonly EmailEvent[]) =>
      documentAfter(...events).tokens.filter((token) => token.startsWith('=bounce:'));
    const both = [judged(0, '5.1.1'), judged(1, '5.2.2'), judged(2, '5.1.1')];
    expect(bounces(...both)).toEqual(['=bounce:mailbox-full:', '=bounce:no-mailbox:']);
    expect(bounces(...both, delivered(1))).toEqual(['=bounce:no-mailbox:']);
    expect(bounces(bounced(0), delivered(1))).toEqual([]);
  });

  it('shows a mail that waits for its time, and the time when it is moved', () => {
    expect(documentOf(scheduled)).toMatchObject({ scheduledAt: timeAt(500), lastEvent: 'scheduled' });
    expect(documentOf(scheduled, abandoned)).toMatchObject({ lastEvent: 'scheduled' });
    const moved = documentOf(scheduled, rescheduled);
    expect(moved).toMatchObject({ scheduledAt: timeAt(700), lastEvent: 'scheduled' });
    expect(moved.recipients.map(({ status, at }) => ({ status, at }))).toEqual(
      [0, 1, 2].map(() => ({ status: 'scheduled', at: timeAt(2) })),
    );
  });

  it('shows what became of a scheduled mail as of any other', () => {
    expect(documentOf(scheduled, started('a1', [0]))).toMatchObject({
      scheduledAt: timeAt(500),
      lastEvent: 'sent',
      recipients: [{ status: 'sent' }, { status: 'scheduled' }, { status: 'scheduled' }],
    });
    expect(documentOf(scheduled, started('a1', [0]), abandoned).lastEvent).toBe('sent');
  });

  it('shows a canceled mail as canceled for everybody, and its time as it last was', () => {
    const stopped = documentOf(scheduled, rescheduled, canceled);
    expect(stopped).toMatchObject({ scheduledAt: timeAt(700), lastEvent: 'canceled' });
    expect(stopped.recipients.map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled']);
    expect(documentOf(scheduled, canceled, abandoned).lastEvent).toBe('canceled');
  });

  it('counts a recipient as queued or delayed again when its attempt was given up', () => {
    expect(documentAfter(started('a1', [0]), abandoned).recipients[0]?.status).toBe('queued');
    expect(documentAfter(deferred(0), started('a1', [0]), abandoned).recipients[0]?.status).toBe('delivery_delayed');
  });

  it('keeps a settled recipient settled when the attempt that it was part of becomes unknown', () => {
    expect(documentAfter(started('a1', [0]), delivered(0), unknown).recipients[0]?.status).toBe('delivered');
  });

  it('shows what is erased as erased, and the rest', () => {
    const data = acceptedEmail(row);
    const [ann, ...others] = data.recipients;
    if (ann === undefined) throw new Error('no recipient');
    const lost = { kid, erased: true } as const;
    const withoutAnn = { ...data, recipients: [{ ...ann, mailbox: lost }, ...others] };
    const document = foldEmail(
      log(
        { type: 'EmailAccepted', data: withoutAnn },
        {
          type: 'EmailBounced',
          data: {
            ...outcome(0),
            reply: { step: 'rcpt', code: 550, enhancedCode: null, detail: lost },
            judgement: null,
            answeredBy: null,
          },
        },
      ),
    );
    expect(document).toMatchObject({ to: ['[erased]'], subject: 'A secret subject', erased: false });
    expect(document?.recipients[0]).toMatchObject({ address: '[erased]', lastReply: { code: 550, text: '[erased]' } });

    const withoutContent = { ...data, content: { kid: kidOf(row, 0), erased: true as const } };
    expect(foldEmail(log({ type: 'EmailAccepted', data: withoutContent }))).toMatchObject({
      from: '[erased]',
      subject: '[erased]',
      replyTo: [],
      tags: [],
      to: ['Ann <ann@a.posthorn.test>'],
      erased: true,
    });
  });

  it('has no document for a mail that was not accepted, whatever follows', () => {
    expect(foldEmail(log({ type: 'AcceptAbandoned', data: { reason: 'orphan-sweep' } }))).toBeUndefined();
    expect(foldEmail(log(delivered(0)))).toBeUndefined();
  });

  it('does not change when the mail is shared', () => {
    expect(foldEmail(log(accepted, ...sharing))).toStrictEqual(foldEmail(log(accepted)));
  });

  it('gives the same bytes in any batches and after any restart', async () => {
    await fc.assert(
      redeliveryProperty(
        emailsProjection,
        emailHistories.map(({ log: history }) => history),
      ),
    );
  });
});

describe('the timeline of a mail', () => {
  const summaries = (...events: readonly EmailEvent[]) => emailTimeline(log(...events)).map(({ summary }) => summary);

  it('tells what happened, one sentence for each event', () => {
    expect(summaries(accepted, started('a1', [0, 1]), delivered(0), deferred(1), bounced(2), failed(1))).toEqual([
      'Accepted for 3 recipients',
      'Sending to recipients 0, 1, without TLS',
      'Delivered to recipient 0: 250 2.0.0 Ok',
      `Deferred for recipient 1: 451 4.7.1 Later; next attempt at ${timeAt(60)}`,
      'Rejected permanently for recipient 2: 550 5.1.1 No such user',
      'Failed for recipient 1: retries ran out',
    ]);
    expect(summaries(abandoned, unknown, { type: 'AcceptAbandoned', data: { reason: 'orphan-sweep' } })).toEqual([
      'Attempt for recipient 0 stopped before anything was sent: the connection was lost',
      `Outcome unknown for recipient 0: no reply arrived; retry from ${timeAt(60)}`,
      'Not accepted: nothing is sent under this ID',
    ]);
  });

  it('tells when a mail is to be sent, that this was moved, and that it was canceled', () => {
    expect(summaries(scheduled, rescheduled, canceled)).toEqual([
      `Accepted for 3 recipients, to be sent at ${timeAt(500)}`,
      `Rescheduled: to be sent at ${timeAt(700)}`,
      'Canceled before anything was sent',
    ]);
  });

  it('tells until when a link opens a mail, and that it was revoked', () => {
    expect(summaries(accepted, ...sharing)).toEqual([
      'Accepted for 3 recipients',
      `Shared with link ${idAt(70)}, valid until ${timeAt(900)}`,
      `Share link ${idAt(70)} revoked`,
    ]);
  });

  it('names who did it, when, whom it is about and what was answered', () => {
    const [entry] = emailTimeline(log(delivered(0)));
    expect(entry).toEqual({
      id: idAt(1),
      type: 'EmailDelivered',
      at: timeAt(1),
      actor: { kind: 'api-key', id: expect.any(String) },
      recipients: [0],
      summary: 'Delivered to recipient 0: 250 2.0.0 Ok',
      reply: {
        step: 'dot',
        code: 250,
        enhancedCode: '2.0.0',
        text: '2.0.0 Ok',
        host: 'mx.posthorn.test',
        conversation: null,
      },
      position: '00000000000000000001',
    });
  });

  it('says in words what a refusal was judged to be', () => {
    const full = { step: 'rcpt', code: 552, enhancedCode: '5.2.2', text: 'Mailbox full' } as const;
    const refused: EmailEvent = {
      type: 'EmailBounced',
      data: {
        ...outcome(0),
        reply: reply(kid, 552, '5.2.2', 'Mailbox full', 'rcpt'),
        judgement: judgeReply(full),
        answeredBy: 'mx',
      },
    };
    expect(summaries(refused)).toEqual([
      'Rejected permanently for recipient 0: 552 5.2.2 Mailbox full (the mailbox is full)',
    ]);
  });

  it('shows how a reply was lost, and what was said to each recipient who is not erased', () => {
    const lost = (recipient: number, detail: RecordedReply['detail']) => ({
      recipient,
      reply: { step: 'dot', code: null, enhancedCode: null, detail } as const,
    });
    const detail = (conversation: string) => plain(kid, { text: 'no reply', host: 'mx.posthorn.test', conversation });
    const shown = (...replies: readonly ReturnType<typeof lost>[]) =>
      emailTimeline(log({ ...unknown, data: { ...unknown.data, replies } }))[0]?.reply;
    const ending = { step: 'dot', code: null, enhancedCode: null, text: 'no reply', host: 'mx.posthorn.test' };
    expect(shown()).toBeNull();
    expect(shown(lost(0, detail('+0 > .')))).toEqual({ ...ending, conversation: '+0 > .' });
    expect(shown(lost(0, detail('+0 > .')), lost(1, { kid, erased: true }), lost(2, detail('+1 > .')))).toEqual({
      ...ending,
      conversation: 'recipient 0\n+0 > .\nrecipient 2\n+1 > .',
    });
  });

  it('says that there was no reply, and hides what is erased', () => {
    const silent: EmailEvent = {
      type: 'DeliveryDeferred',
      data: {
        ...outcome(0),
        dueAt: timeAt(9),
        mxSet: 'mx',
        reply: reply(kid, null, null, 'connection refused', 'connect'),
        judgement: null,
        answeredBy: null,
      },
    };
    expect(summaries(silent)).toEqual([`Deferred for recipient 0: connection refused; next attempt at ${timeAt(9)}`]);
    const erased: EmailEvent = {
      type: 'EmailDelivered',
      data: { ...outcome(0), reply: { step: 'dot', code: 250, enhancedCode: null, detail: { kid, erased: true } } },
    };
    expect(emailTimeline(log(erased))[0]).toMatchObject({
      summary: 'Delivered to recipient 0: 250 [erased]',
      reply: { text: '[erased]', host: '[erased]' },
    });
  });
});
