import { email } from '../../../src/domain/email/email.js';
import { specOf } from '../../support/decider-spec.js';
import {
  abandoned,
  accepted,
  after,
  bounced,
  delivered,
  failed,
  hourMs,
  minuteMs,
  outcomeUnknown,
  reply,
  started,
  unknown,
} from '../../support/email-facts.js';

const { given } = specOf(email);
const one = accepted(['one.test']);
const at = (delayMs: number): number => Date.parse(after(delayMs));
const again = (delayMs: number, recipient = 0) => [{ recipient, dueAt: after(delayMs) }];

describe('an outcome that nobody knows', () => {
  const claimed = given(one, started('a1', [0], ['one.test']));

  it('is sent again at once where it is the first and our own process died', () => {
    claimed
      .when(outcomeUnknown('a1', 'recovery', at(1_000)))
      .then(unknown('a1', [0], ['one.test'], again(1_000), 'recovery'));
  });

  it('is sent again by the schedule where the worker itself saw no reply', () => {
    claimed.when(outcomeUnknown('a1', 'worker')).then(unknown('a1', [0], ['one.test'], again(minuteMs)));
  });

  it('keeps how the reply was lost, of those whose outcome it is', () => {
    const noReply = (recipient: number) => ({ recipient, reply: reply(null) });
    claimed.when({ ...outcomeUnknown('a1', 'worker'), replies: [noReply(0), noReply(1)] }).then({
      type: 'DeliveryOutcomeUnknown',
      data: { ...unknown('a1', [0], ['one.test'], again(minuteMs)).data, replies: [noReply(0)] },
    });
  });

  it('is sent again by the schedule the second time, whoever records it', () => {
    const second = given(
      one,
      started('a1', [0], ['one.test']),
      unknown('a1', [0], ['one.test'], again(0), 'recovery'),
      started('a2', [0], ['one.test']),
    );
    second
      .when(outcomeUnknown('a2', 'recovery'))
      .then(unknown('a2', [0], ['one.test'], again(5 * minuteMs), 'recovery'));
  });

  it('is final the third time', () => {
    const third = given(
      one,
      started('a1', [0], ['one.test']),
      unknown('a1', [0], ['one.test'], again(0)),
      started('a2', [0], ['one.test']),
      unknown('a2', [0], ['one.test'], again(0)),
      started('a3', [0], ['one.test']),
    ).when(outcomeUnknown('a3', 'worker'));
    third.then(unknown('a3', [0], ['one.test'], []), failed('a3', 0, 'one.test', 'outcome-unknown'));
  });

  it('is final where the next try would come too late', () => {
    claimed
      .when(outcomeUnknown('a1', 'worker', at(72 * hourMs)))
      .then(unknown('a1', [0], ['one.test'], []), failed('a1', 0, 'one.test', 'outcome-unknown'));
  });

  it('speaks of those who are still claimed by the attempt and of nobody else', () => {
    const mixed = given(
      accepted(['one.test', 'two.test', 'one.test', 'three.test']),
      started('a1', [0, 1, 2], ['one.test', 'two.test']),
      started('a2', [3], ['three.test']),
      delivered('a1', 0, 'one.test'),
      bounced('a1', 1, 'two.test'),
    );
    mixed.when(outcomeUnknown('a1', 'worker')).then(unknown('a1', [2], ['one.test'], again(minuteMs, 2)));
  });

  it('counts for each recipient by itself', () => {
    const mail = accepted(['one.test', 'two.test']);
    const uneven = given(
      mail,
      started('a1', [0], ['one.test']),
      unknown('a1', [0], ['one.test'], again(0)),
      started('a2', [0], ['one.test']),
      unknown('a2', [0], ['one.test'], again(0)),
      started('a3', [0, 1], ['one.test', 'two.test']),
    );
    uneven
      .when(outcomeUnknown('a3', 'recovery', at(0)))
      .then(
        unknown('a3', [0, 1], ['one.test', 'two.test'], again(0, 1), 'recovery'),
        failed('a3', 0, 'one.test', 'outcome-unknown'),
      );
  });

  it('is recorded once', () => {
    given(one, started('a1', [0], ['one.test']), unknown('a1', [0], ['one.test'], again(0)))
      .when(outcomeUnknown('a1', 'recovery'))
      .thenNothing();
  });

  it('is none where there was no claim, or where it was abandoned', () => {
    given(one).when(outcomeUnknown('a1', 'recovery')).thenNothing();
    given(one, started('a1', [0], ['one.test']), abandoned('a1', [0], ['one.test']))
      .when(outcomeUnknown('a1', 'recovery'))
      .thenNothing();
  });

  it('makes who is sent to again due in a new generation of the destination', () => {
    const state = given(one, started('a1', [0], ['one.test']), unknown('a1', [0], ['one.test'], again(minuteMs))).state;
    expect(state).toMatchObject({
      recipients: [{ status: 'due', dueAt: after(minuteMs), unknowns: 1, tries: 0 }],
      attempts: {},
      generations: { 'one.test': 2 },
    });
  });
});
