import { createOneTimeCodes } from '../../../src/infrastructure/people/codes.js';
import { FakeClock } from '../../support/fake-clock.js';
import { codeOf as codeAt } from '../../support/totp.js';

/** The one of RFC 6238's appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const codeOf = (step: number): string => codeAt(secret, step);

describe('one-time codes', () => {
  const clock = new FakeClock();
  const codes = createOneTimeCodes(clock);
  const step = Math.floor(clock.now() / 30_000);

  it.each([-1, 0, 1])('accepts the code of step %i from now', (away) => {
    expect(codes.check(secret, codeOf(step + away), undefined)).toBe(step + away);
  });

  it.each([-2, 2])('refuses the code of step %i from now', (away) => {
    expect(codes.check(secret, codeOf(step + away), undefined)).toBeUndefined();
  });

  it('accepts no step that was accepted before, and none before that', () => {
    expect(codes.check(secret, codeOf(step), step)).toBeUndefined();
    expect(codes.check(secret, codeOf(step - 1), step)).toBeUndefined();
    expect(codes.check(secret, codeOf(step + 1), step)).toBe(step + 1);
    expect(codes.check(secret, codeOf(step + 1), step + 1)).toBeUndefined();
  });

  it('takes a code as people write it, and nothing that is none', () => {
    const code = codeOf(step);
    expect(codes.check(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, undefined)).toBe(step);
    for (const text of ['', '12345', '1234567', 'abcdef', '１２３４５６']) {
      expect(codes.check(secret, text, undefined)).toBeUndefined();
    }
  });

  it('makes secrets of 160 bits, and addresses that apps read', () => {
    const made = codes.newSecret();
    expect(made).toMatch(/^[A-Z2-7]{32}$/);
    expect(codes.newSecret()).not.toBe(made);
    const uri = new URL(codes.uri(made, 'somebody@example.com'));
    expect(decodeURIComponent(uri.pathname)).toBe('/Posthorn:somebody@example.com');
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(uri.searchParams.get('secret')).toBe(made);
    expect(uri.searchParams.get('issuer')).toBe('Posthorn');
  });
});
