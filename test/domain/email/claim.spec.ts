import { email } from '../../../src/domain/email/email.js';
import { recordedAt, specOf } from '../../support/decider-spec.js';
import {
  abandoned,
  accepted,
  after,
  claim,
  deferred,
  delivered,
  minuteMs,
  started,
  unknown,
} from '../../support/email-facts.js';

const { given } = specOf(email);
const mail = accepted(['one.test', 'two.test', 'one.test']);
const at = (delayMs: number): number => Date.parse(after(delayMs));

describe('the claim before the dot', () => {
  it('names its recipients and the destinations that they lie at, each once', () => {
    given(mail)
      .when(claim('a1', [0, 1, 2]))
      .then(started('a1', [0, 1, 2], ['one.test', 'two.test']));
  });

  it('may take some of those who are due', () => {
    given(mail)
      .when(claim('a1', [1]))
      .then(started('a1', [1], ['two.test']));
  });

  it('is refused to a second attempt, whole or in part', () => {
    const claimed = given(mail, started('a1', [0], ['one.test']));
    claimed.when(claim('a2', [0])).thenRefused('not-due');
    claimed.when(claim('a2', [0, 1])).thenRefused('not-due');
    // One attempt, one dot: its name is taken for the others too.
    claimed.when(claim('a1', [1])).thenRefused('not-due');
    claimed.when(claim('a2', [1, 2])).then(started('a2', [1, 2], ['two.test', 'one.test']));
  });

  it('is refused to the same attempt when it asks again', () => {
    given(mail, started('a1', [0], ['one.test']))
      .when(claim('a1', [0]))
      .thenRefused('not-due');
  });

  it('is refused for nobody, for a number that the mail does not have, and for a settled recipient', () => {
    given(mail).when(claim('a1', [])).thenRefused('not-due');
    given(mail)
      .when(claim('a1', [0, 3]))
      .thenRefused('not-due');
    const settled = given(mail, started('a1', [0], ['one.test']), delivered('a1', 0, 'one.test'));
    settled.when(claim('a2', [0])).thenRefused('not-due');
  });

  it('is refused before a deferred recipient is due again, and granted then', () => {
    const waiting = given(mail, deferred('a1', 1, 'two.test', after(minuteMs)));
    waiting.when(claim('a2', [1], at(minuteMs - 1))).thenRefused('not-due');
    waiting.when(claim('a2', [1], at(minuteMs))).then(started('a2', [1], ['two.test']));
  });

  it('is refused before the schedule sends an unknown outcome again', () => {
    const retries = [{ recipient: 1, dueAt: after(minuteMs) }];
    const waiting = given(mail, started('a1', [1], ['two.test']), unknown('a1', [1], ['two.test'], retries));
    waiting.when(claim('a2', [1], at(1))).thenRefused('not-due');
  });
});

describe('abandoning an attempt', () => {
  const abandon = (attemptId: string, recipients: readonly number[]) =>
    ({ type: 'AbandonAttempt', attemptId, recipients, reason: 'append-unknown' }) as const;

  it('is recorded whether or not its claim can be seen, and once', () => {
    given(mail)
      .when(abandon('a1', [0, 1]))
      .then(abandoned('a1', [0, 1], ['one.test', 'two.test']));
    given(mail, started('a1', [0], ['one.test']))
      .when(abandon('a1', [0]))
      .then(abandoned('a1', [0], ['one.test']));
    given(mail, abandoned('a1', [0], ['one.test']))
      .when(abandon('a1', [0]))
      .thenNothing();
  });

  it('frees everybody whom its claim named, whoever the caller has in mind', () => {
    given(mail, started('a1', [0, 1], ['one.test', 'two.test']))
      .when(abandon('a1', [2]))
      .then(abandoned('a1', [0, 1, 2], ['one.test', 'two.test']));
  });

  it('makes a late claim of that attempt lose', () => {
    given(mail, abandoned('a1', [0], ['one.test']))
      .when(claim('a1', [0]))
      .thenRefused('attempt-abandoned');
  });

  it('frees the recipients at once, in a new generation of their destinations', () => {
    const freed = given(
      mail,
      started('a1', [0, 2], ['one.test']),
      recordedAt(after(5_000), abandoned('a1', [0, 2], ['one.test'])),
    );
    expect(freed.state).toMatchObject({
      recipients: [
        { status: 'due', dueAt: after(5_000) },
        { status: 'due', dueAt: after(0) },
        { status: 'due', dueAt: after(5_000) },
      ],
      attempts: {},
      generations: { 'one.test': 2, 'two.test': 1 },
    });
    freed.when(claim('a2', [0], at(5_000))).then(started('a2', [0], ['one.test']));
  });

  it('takes nobody from another attempt, and wakes nobody who is settled', () => {
    const other = given(
      mail,
      started('a2', [0], ['one.test']),
      delivered('a1', 2, 'one.test'),
      abandoned('a1', [0, 2], ['one.test']),
    );
    expect(other.state).toMatchObject({
      recipients: [{ status: 'claimed', attemptId: 'a2' }, { status: 'due' }, { status: 'delivered' }],
    });
  });
});
