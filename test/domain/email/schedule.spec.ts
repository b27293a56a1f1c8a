import type { EmailCommand } from '../../../src/domain/email/commands.js';
import { email } from '../../../src/domain/email/email.js';
import { recordedAt, specOf } from '../../support/decider-spec.js';
import {
  abandoned,
  accepted,
  after,
  answer,
  answers,
  bounced,
  canceled,
  claim,
  deferred,
  delivered,
  failed,
  hourMs,
  minuteMs,
  outcomeUnknown,
  rescheduled,
  started,
  unknown,
} from '../../support/email-facts.js';

const { given } = specOf(email);
const both = ['one.test', 'two.test'];
const noon = after(2 * hourMs);
const evening = after(8 * hourMs);
const at = (time: string): number => Date.parse(time);

const scheduled = accepted(['one.test', 'two.test', 'one.test'], 'standard', noon);
const atOnce = accepted(['one.test', 'two.test']);
const reschedule = (scheduledAt: string): EmailCommand => ({ type: 'RescheduleEmail', scheduledAt });
const cancel: EmailCommand = { type: 'CancelEmail' };

describe('a scheduled mail', () => {
  it('is due at its time and not before', () => {
    const waiting = given(scheduled);
    waiting.when(claim('a1', [0, 1, 2], at(noon) - 1)).thenRefused('not-due');
    waiting.when(claim('a1', [0, 1, 2], at(noon))).then(started('a1', [0, 1, 2], both));
  });

  it('is as old as its time: retries run out from then on, not from the accept', () => {
    const sending = given(
      accepted(['one.test'], 'standard', after(20 * 24 * hourMs)),
      started('a1', [0], ['one.test']),
    );
    const first = after(20 * 24 * hourMs + 1_000);
    sending
      .when(answers('a1', [answer(0, 451)], at(first)))
      .then(deferred('a1', 0, 'one.test', after(20 * 24 * hourMs + 1_000 + minuteMs)));
    const lateMs = 20 * 24 * hourMs + 72 * hourMs;
    const [event] = sending.when(answers('a1', [answer(0, 451)], at(after(lateMs)))).events();
    expect(event).toMatchObject({ type: 'EmailFailed', data: { reason: 'expired' } });
    const [outcome] = sending.when(outcomeUnknown('a1', 'worker', at(first))).events();
    expect(outcome).toMatchObject({
      data: { retries: [{ recipient: 0, dueAt: after(20 * 24 * hourMs + 1_000 + minuteMs) }] },
    });
  });
});

describe('rescheduling', () => {
  it('moves the whole mail, in a new generation of every destination', () => {
    given(scheduled).when(reschedule(evening)).then(rescheduled(evening, both));
    const moved = given(scheduled, rescheduled(evening, both));
    expect(moved.state).toMatchObject({
      startsAt: evening,
      recipients: [{ dueAt: evening }, { dueAt: evening }, { dueAt: evening }],
      generations: { 'one.test': 2, 'two.test': 2 },
    });
    moved.when(claim('a1', [0], at(noon))).thenRefused('not-due');
    moved.when(claim('a1', [0], at(evening))).then(started('a1', [0], ['one.test']));
  });

  it('can bring it forward, and move it again', () => {
    const moved = given(scheduled, rescheduled(evening, both), rescheduled(after(minuteMs), both));
    moved.when(claim('a1', [1], at(after(minuteMs)))).then(started('a1', [1], ['two.test']));
  });

  it('to the time that it has changes nothing', () => {
    given(scheduled).when(reschedule(noon)).thenNothing();
    given(scheduled, rescheduled(evening, both)).when(reschedule(evening)).thenNothing();
  });

  it('is not undone by what a try says that it overtook', () => {
    const moved = given(scheduled, rescheduled(evening, both));
    const reported = [answer(0, 451, 'rcpt'), answer(1, null, 'connect'), answer(2, 550, 'rcpt')];
    moved.when(answers('a1', reported, at(noon))).thenNothing();
    moved
      .when(answers('a1', [answer(0, 451, 'rcpt')], at(evening)))
      .then(deferred('a1', 0, 'one.test', after(8 * hourMs + minuteMs), 451, 'rcpt'));
  });
});

describe('canceling', () => {
  it('settles everybody: nobody is due any more, and the jobs that wait are stale', () => {
    given(scheduled).when(cancel).then(canceled(both));
    const stopped = given(scheduled, canceled(both));
    expect(stopped.state).toMatchObject({
      recipients: [{ status: 'canceled' }, { status: 'canceled' }, { status: 'canceled' }],
      generations: { 'one.test': 2, 'two.test': 2 },
    });
    stopped.when(claim('a1', [0], at(evening))).thenRefused('not-due');
    stopped.when(answers('a1', [answer(0, 451, 'rcpt'), answer(1, 550, 'rcpt')], at(noon))).thenNothing();
    stopped.when({ type: 'GiveUp', reason: 'erased', recipients: [0] }).thenNothing();
  });

  it('is done once, however often it is asked, and cannot be taken back', () => {
    const stopped = given(scheduled, canceled(both));
    stopped.when(cancel).thenNothing();
    stopped.when(reschedule(evening)).thenRefused('email-canceled');
    expect(given(scheduled, canceled(both), abandoned('a1', [0], ['one.test'])).state).toMatchObject({
      recipients: [{ status: 'canceled' }, { status: 'canceled' }, { status: 'canceled' }],
    });
  });
});

describe('a mail whose time cannot be changed', () => {
  const refusedBoth = (mail: ReturnType<typeof given>, code: 'never-scheduled' | 'already-sending') => {
    mail.when(cancel).thenRefused(code);
    mail.when(reschedule(evening)).thenRefused(code);
  };

  it('is one that was to leave at once', () => {
    refusedBoth(given(atOnce), 'never-scheduled');
  });

  it.each([
    ['claimed', [started('a1', [0], ['one.test'])]],
    ['freed again after a claim', [started('a1', [0], ['one.test']), abandoned('a1', [0], ['one.test'])]],
    ['put off', [deferred('a1', 0, 'one.test', noon)]],
    ['delivered', [started('a1', [0], ['one.test']), delivered('a1', 0, 'one.test')]],
    ['refused by the receiver', [bounced('a1', 0, 'one.test')]],
    ['given up', [failed(null, 0, 'one.test', 'erased')]],
    ['unknown', [started('a1', [0], ['one.test']), unknown('a1', [0], ['one.test'], [{ recipient: 0, dueAt: noon }])]],
  ])('is one of which a recipient is %s', (_what, events) => {
    refusedBoth(given(scheduled, ...events), 'already-sending');
  });

  it('is not one whose claim was given up unseen: nothing was tried', () => {
    const waiting = given(scheduled, recordedAt(noon, abandoned('a1', [0], ['one.test'])));
    waiting.when(cancel).then(canceled(both));
    waiting.when(reschedule(evening)).then(rescheduled(evening, both));
  });
});
