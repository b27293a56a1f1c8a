import { AdaptiveLimit } from '../../../src/infrastructure/smtp-out/connection-limit.js';
import { limitsOf } from '../../../src/infrastructure/smtp-out/providers.js';

describe('the limit of connections to a receiver', () => {
  it('grows by one for as many mails as there are connections, up to its top', () => {
    const limit = new AdaptiveLimit({ start: 1, max: 3 });
    const after = (mails: number): number => {
      for (let mail = 0; mail < mails; mail++) limit.succeeded();
      return limit.current();
    };
    expect([after(1), after(1), after(1), after(9)]).toEqual([2, 2, 3, 3]);
  });

  it('grows by one for each reply that is held back, up to its top', () => {
    const limit = new AdaptiveLimit({ start: 2, max: 4 });
    const after = (): number => {
      limit.heldBack();
      return limit.current();
    };
    expect([after(), after(), after()]).toEqual([3, 4, 4]);
  });

  it('is halved by a refusal, once for all that were under way, and never below one', () => {
    const limit = new AdaptiveLimit({ start: 8, max: 20 });
    const begunIn = limit.epoch();
    for (let connection = 0; connection < 8; connection++) limit.refused(begunIn);
    expect(limit.current()).toBe(4);
    for (const expected of [2, 1, 1]) {
      limit.refused(limit.epoch());
      expect(limit.current()).toBe(expected);
    }
  });
});

describe('what is known of receivers', () => {
  it.each([
    [[['aspmx.l.google.com'], ['alt1.aspmx.l.google.com']], 50],
    [[['example-com.mail.protection.outlook.com']], 50],
    [[['mta5.am0.yahoodns.net', 'mta6.am0.yahoodns.net']], 20],
    [[['mx.example.com'], ['backup.google.com']], 100],
    [[['notgoogle.com']], 100],
    [[], 100],
  ])('%j: %s mails a connection', (hosts, mails) => {
    expect(limitsOf(hosts).mailsPerConnection).toBe(mails);
  });
});
