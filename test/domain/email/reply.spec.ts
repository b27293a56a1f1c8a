import type { SmtpStep } from '../../../src/domain/email/judging/judgement.js';
import { statedDelayMs, statedDelayOf } from '../../../src/domain/email/judging/stated-delay.js';
import { meaningOf } from '../../../src/domain/email/email.js';
import { reply } from '../../support/email-facts.js';

describe('what a reply means', () => {
  it.each<[SmtpStep, number | null, 'delivered' | 'deferred' | 'bounced']>([
    ['dot', 250, 'delivered'],
    ['dot', 451, 'deferred'],
    ['dot', 554, 'bounced'],
    ['dot', 354, 'deferred'],
    ['mail', 552, 'bounced'],
    ['rcpt', 550, 'bounced'],
    ['rcpt', 450, 'deferred'],
    ['rcpt', 250, 'deferred'],
    ['data', 554, 'bounced'],
    ['data', 421, 'deferred'],
    ['dns', null, 'deferred'],
    ['dns', 451, 'deferred'],
    ['dns', 556, 'bounced'],
    ['connect', null, 'deferred'],
    ['dot', null, 'deferred'],
    ['greeting', 554, 'deferred'],
    ['ehlo', 550, 'deferred'],
    ['starttls', 502, 'deferred'],
    ['auth', 535, 'deferred'],
  ])('%s %s: %s', (step, code, outcome) => {
    expect(meaningOf(reply(code, step)).outcome).toBe(outcome);
  });
});

describe('a delay that a reply states', () => {
  it.each([
    ['Greylisted, try again in 5 minutes', 300_000],
    ['4.2.0 retry after 90 seconds please', 90_000],
    ['come back in 1 hour', 3_600_000],
    ['wait 2 mins', 120_000],
    ['Try again in 30 SECS', 30_000],
    ['Greylisting in action, please come back in 00:04:58', 298_000],
  ])('%s', (text, delayMs) => {
    expect(statedDelayMs(text)).toBe(delayMs);
  });

  it('is none of what the DNS says, of what was taken, and where there was no reply', () => {
    const text = 'try again in 5 minutes';
    expect(statedDelayOf({ step: 'rcpt', code: 450, text })).toBe(300_000);
    expect(statedDelayOf({ step: 'dns', code: 451, text })).toBeUndefined();
    expect(statedDelayOf({ step: 'dot', code: 250, text })).toBeUndefined();
    expect(statedDelayOf({ step: 'dot', code: null, text })).toBeUndefined();
  });

  it.each(['4.7.1 try again later', 'mailbox full (error 452)', '3 monthly reports', ''])('none in "%s"', (text) => {
    expect(statedDelayMs(text)).toBeUndefined();
  });
});
