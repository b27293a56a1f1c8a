import { email } from '../../../src/domain/email/email.js';
import type { EmailRetried } from '../../../src/domain/email/events.js';
import { specOf } from '../../support/decider-spec.js';
import {
  accepted,
  after,
  answers,
  deferred,
  delivered,
  failed,
  minuteMs,
  outcomeUnknown,
  started,
  unknown,
} from '../../support/email-facts.js';

const { given } = specOf(email);
const two = accepted(['one.test', 'two.test']);
const nowMs = Date.parse(after(1_000));
const reason = 'they work again';
const retry = { type: 'RetryNow', destinations: 'all', withUnknown: false, reason, nowMs } as const;
const drop = { type: 'DropWaiting', destinations: 'all', why: 'no longer wanted' } as const;

function retried(...destinations: EmailRetried['data']['destinations']): EmailRetried {
  return { type: 'EmailRetried', data: { destinations, retryClass: 'standard', reason } };
}

const dropped = (recipient: number, destination: string) => {
  const event = failed(null, recipient, destination, 'dropped');
  return { ...event, data: { ...event.data, why: 'no longer wanted' } };
};

describe('a retry by hand', () => {
  const waiting = given(two, started('a1', [0], ['one.test']), deferred('a1', 0, 'one.test', after(minuteMs)));

  it('makes due who waits for another try, and nobody else', () => {
    waiting.when(retry).then(retried({ destination: 'one.test', generation: 3, recipients: [0] }));
    waiting.when({ ...retry, destinations: ['two.test'] }).thenNothing();
    given(two).when(retry).thenNothing();
    given(two, delivered('a1', 0, 'one.test'))
      .when(retry)
      .thenNothing();
  });

  it('lets a claim follow at once, and makes the waiting job stale', () => {
    const { state } = given(
      two,
      started('a1', [0], ['one.test']),
      deferred('a1', 0, 'one.test', after(minuteMs)),
      retried({ destination: 'one.test', generation: 3, recipients: [0] }),
    );
    expect(state).toMatchObject({
      recipients: [{ status: 'due', dueAt: after(0), tries: 1 }, { status: 'due' }],
      generations: { 'one.test': 3, 'two.test': 1 },
    });
  });

  it('brings back who was given up unknown, where that is asked for', () => {
    const past = [
      two,
      started('a1', [0], ['one.test']),
      unknown('a1', [0], ['one.test'], []),
      failed('a1', 0, 'one.test', 'outcome-unknown'),
    ] as const;
    given(...past)
      .when(retry)
      .thenNothing();
    const again = retried({ destination: 'one.test', generation: 3, recipients: [0] });
    given(...past)
      .when({ ...retry, withUnknown: true })
      .then(again);
    // Once more unknown is still once too often.
    const { state, when } = given(...past, again, started('a2', [0], ['one.test']));
    expect(state).toMatchObject({ recipients: [{ status: 'claimed', unknowns: 1 }, {}] });
    when(outcomeUnknown('a2', 'worker')).then(
      unknown('a2', [0], ['one.test'], [{ recipient: 0, dueAt: after(5 * minuteMs) }]),
    );
  });

  it('brings back nobody who expired, bounced or was dropped', () => {
    for (const why of ['expired', 'erased', 'domain-deleted', 'dropped'] as const) {
      given(accepted(['one.test']), failed(null, 0, 'one.test', why))
        .when({ ...retry, withUnknown: true })
        .thenNothing();
    }
  });

  it('leaves a mail that waits for its own time alone', () => {
    given(accepted(['one.test'], 'standard', after(minuteMs)))
      .when(retry)
      .thenNothing();
  });
});

describe('a drop by hand', () => {
  it('gives up who waits, with the reason, and leaves an attempt alone', () => {
    given(two).when(drop).then(dropped(0, 'one.test'), dropped(1, 'two.test'));
    given(two)
      .when({ ...drop, destinations: ['two.test'] })
      .then(dropped(1, 'two.test'));
    given(two, started('a1', [0], ['one.test']))
      .when(drop)
      .then(dropped(1, 'two.test'));
  });

  it('lets no later answer of an earlier try revive it, but a true delivery', () => {
    const past = given(two, dropped(0, 'one.test'));
    const reply = deferred('a1', 0, 'one.test', after(0)).data.reply;
    past.when(answers('a1', [{ recipient: 0, reply }])).thenNothing();
    const ok = delivered('a1', 0, 'one.test');
    past.when(answers('a1', [{ recipient: 0, reply: ok.data.reply }])).then(ok);
  });
});
