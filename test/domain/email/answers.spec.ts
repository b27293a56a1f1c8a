import { email } from '../../../src/domain/email/email.js';
import { specOf } from '../../support/decider-spec.js';
import {
  accepted,
  after,
  answer,
  answers,
  bounced,
  deferred,
  delivered,
  failed,
  hourMs,
  minuteMs,
  reply,
  started,
  unknown,
} from '../../support/email-facts.js';

const { given } = specOf(email);
const one = accepted(['one.test']);
const three = accepted(['one.test', 'two.test', 'one.test']);
const at = (delayMs: number): number => Date.parse(after(delayMs));

describe('what the receiver answered', () => {
  const claimed = given(one, started('a1', [0], ['one.test']));

  it('is delivered, deferred or bounced by the reply to the dot', () => {
    claimed.when(answers('a1', [answer(0, 250)])).then(delivered('a1', 0, 'one.test'));
    claimed.when(answers('a1', [answer(0, 451)])).then(deferred('a1', 0, 'one.test', after(minuteMs)));
    claimed.when(answers('a1', [answer(0, 550)])).then(bounced('a1', 0, 'one.test'));
  });

  it('needs no claim where the transaction ended before the dot', () => {
    given(one)
      .when(answers('a1', [answer(0, 550, 'rcpt')]))
      .then(bounced('a1', 0, 'one.test', 550, 'rcpt'));
    given(one)
      .when(answers('a1', [answer(0, null, 'connect')]))
      .then(deferred('a1', 0, 'one.test', after(minuteMs), null, 'connect'));
  });

  it('is recorded for each recipient by itself', () => {
    const list = [answer(0, 250), answer(1, 550, 'rcpt'), answer(2, 451)];
    const decided = given(three, started('a1', [0, 2], ['one.test'])).when(answers('a1', list));
    decided.then(
      delivered('a1', 0, 'one.test'),
      bounced('a1', 1, 'two.test', 550, 'rcpt'),
      deferred('a1', 2, 'one.test', after(minuteMs)),
    );
    expect(given(three, started('a1', [0, 2], ['one.test']), ...decided.events()).state).toMatchObject({
      recipients: [{ status: 'delivered' }, { status: 'bounced' }, { status: 'due', dueAt: after(minuteMs), tries: 1 }],
      attempts: {},
      generations: { 'one.test': 2, 'two.test': 1 },
    });
  });

  it('says nothing about a recipient that the mail does not have', () => {
    claimed.when(answers('a1', [answer(1, 250)])).thenNothing();
  });
});

describe('an answer that comes late or again', () => {
  const retries = [{ recipient: 0, dueAt: after(minuteMs) }];
  const sentAgain = given(
    one,
    started('a1', [0], ['one.test']),
    unknown('a1', [0], ['one.test'], retries),
    started('a2', [0], ['one.test']),
  );

  it('is recorded after the outcome was unknown, whatever happened since', () => {
    const freed = given(one, started('a1', [0], ['one.test']), unknown('a1', [0], ['one.test'], retries));
    freed.when(answers('a1', [answer(0, 250)])).then(delivered('a1', 0, 'one.test'));
    freed.when(answers('a1', [answer(0, 550)])).then(bounced('a1', 0, 'one.test'));
    sentAgain.when(answers('a1', [answer(0, 250)])).then(delivered('a1', 0, 'one.test'));
    const givenUp = given(one, started('a1', [0], ['one.test']), failed('a1', 0, 'one.test', 'outcome-unknown'));
    givenUp.when(answers('a1', [answer(0, 250)])).then(delivered('a1', 0, 'one.test'));
  });

  it('takes a recipient from no other attempt unless it was delivered', () => {
    sentAgain.when(answers('a1', [answer(0, 451)])).thenNothing();
    sentAgain.when(answers('a1', [answer(0, 550)])).thenNothing();
  });

  it('is not recorded twice', () => {
    const done = given(one, started('a1', [0], ['one.test']), delivered('a1', 0, 'one.test'));
    done.when(answers('a1', [answer(0, 250)])).thenNothing();
    const refused = given(one, bounced('a1', 0, 'one.test'));
    refused.when(answers('a1', [answer(0, 550)])).thenNothing();
  });

  it('changes nothing about a settled recipient unless it was delivered', () => {
    const done = given(one, started('a1', [0], ['one.test']), delivered('a1', 0, 'one.test'));
    done.when(answers('a2', [answer(0, 550)])).thenNothing();
    done.when(answers('a2', [answer(0, 451)])).thenNothing();
    const refused = given(one, bounced('a1', 0, 'one.test'));
    refused.when(answers('a2', [answer(0, 451)])).thenNothing();
  });
});

describe('a passing problem', () => {
  it('waits as its class says, one step further each time', () => {
    const again = given(one, deferred('a1', 0, 'one.test', after(minuteMs)));
    again.when(answers('a2', [answer(0, 451)], at(minuteMs))).then(deferred('a2', 0, 'one.test', after(6 * minuteMs)));
    given(accepted(['one.test'], 'transactional'))
      .when(answers('a1', [answer(0, 451)]))
      .then(deferred('a1', 0, 'one.test', after(30_000)));
  });

  it('obeys a delay that the reply states', () => {
    given(one)
      .when(answers('a1', [answer(0, 450, 'rcpt', 5 * minuteMs)]))
      .then(deferred('a1', 0, 'one.test', after(5 * minuteMs), 450, 'rcpt'));
  });

  it('ends the mail where the next try would come too late', () => {
    const lastMoment = at(72 * hourMs - minuteMs);
    given(one)
      .when(answers('a1', [answer(0, 451)], lastMoment))
      .then(deferred('a1', 0, 'one.test', after(72 * hourMs)));
    given(one)
      .when(answers('a1', [answer(0, 451)], lastMoment + 1))
      .then(failed('a1', 0, 'one.test', 'expired', reply(451)));
  });
});

describe('a recipient whose keys are destroyed', () => {
  const giveUp = { type: 'GiveUp', reason: 'erased', recipients: [0, 1, 2, 3] } as const;

  it('is given up where it still waits, once', () => {
    const some = given(three, started('a1', [0], ['one.test']), bounced('a2', 1, 'two.test'));
    some.when(giveUp).then(failed(null, 2, 'one.test', 'erased'));
    given(three, ...[0, 1, 2].map((number) => failed(null, number, 'one.test', 'erased')))
      .when(giveUp)
      .thenNothing();
  });
});
