import { email } from '../../../src/domain/email/email.js';
import type { EmailCommand } from '../../../src/domain/email/commands.js';
import type { AcceptAbandoned } from '../../../src/domain/shared/accepted-email.js';
import { givenAt, specOf } from '../../support/decider-spec.js';
import { accepted, answer, answers, claim, outcomeUnknown } from '../../support/email-facts.js';

const { given } = specOf(email);
const mail = accepted(['one.test', 'two.test', 'one.test']);
const open = { type: 'OpenEmail', accepted: mail.data } as const;
const abandon = { type: 'AbandonAccept', reason: 'append-unknown' } as const;
const abandonedAccept: AcceptAbandoned = { type: 'AcceptAbandoned', data: { reason: 'append-unknown' } };

describe('accepting a mail', () => {
  it('opens the stream once', () => {
    given().when(open).then(mail);
    given(mail).when(open).thenNothing();
  });

  it('loses to an abandoned accept, for ever', () => {
    given().when(abandon).then(abandonedAccept);
    given(abandonedAccept).when(abandon).thenNothing();
    given(abandonedAccept).when(open).thenRefused('accept-abandoned');
  });

  it('cannot be abandoned once it stands', () => {
    given(mail).when(abandon).thenRefused('already-accepted');
  });

  it('ignores whatever lies behind the first word of the stream', () => {
    expect(given(abandonedAccept, mail).state).toStrictEqual({ status: 'abandoned' });
    expect(given(mail, abandonedAccept).state).toStrictEqual(given(mail).state);
  });

  it('makes every recipient due at once, in the first generation of each destination', () => {
    const due = { tries: 0, unknowns: 0, complained: false, status: 'due', dueAt: givenAt };
    expect(given(mail).state).toStrictEqual({
      status: 'accepted',
      retryClass: 'standard',
      startsAt: givenAt,
      schedule: 'none',
      recipients: [
        { destination: 'one.test', ...due },
        { destination: 'two.test', ...due },
        { destination: 'one.test', ...due },
      ],
      attempts: {},
      abandoned: [],
      generations: { 'one.test': 1, 'two.test': 1 },
    });
  });

  it.each<[EmailCommand['type'], EmailCommand]>([
    ['RescheduleEmail', { type: 'RescheduleEmail', scheduledAt: givenAt }],
    ['CancelEmail', { type: 'CancelEmail' }],
    ['ClaimDelivery', claim('a1', [0])],
    ['AbandonAttempt', { type: 'AbandonAttempt', attemptId: 'a1', recipients: [0], reason: 'stopping' }],
    ['RecordAnswers', answers('a1', [answer(0, 250)])],
    ['RecordOutcomeUnknown', outcomeUnknown('a1', 'worker')],
    ['GiveUp', { type: 'GiveUp', reason: 'erased', recipients: [0] }],
  ])('knows no %s without a mail', (_type, command) => {
    given().when(command).thenRefused('email-not-found');
    given(abandonedAccept).when(command).thenRefused('email-not-found');
  });
});
