import { DailyLimits } from '../../../src/application/people/daily-limits.js';
import { foundKey } from '../../../src/application/ports/found-key.js';
import { createInProcessDailyAllowances } from '../../../src/infrastructure/rate-limiter/in-process-daily-allowances.js';

const dayMs = 86_400_000;

describe('what strangers make a team do in a day', () => {
  let nowMs: number;
  let limits: DailyLimits;
  beforeEach(() => {
    nowMs = 0;
    limits = new DailyLimits({
      allowances: createInProcessDailyAllowances(() => nowMs),
      teamOwners: { of: async (teamId) => (teamId.startsWith('ada') ? 'ada' : teamId) },
      invitationsPerDay: 1,
      signUpsPerDay: 100,
    });
  });

  /** How many of so many sign-ups are taken. */
  async function taken(count: number, networkAt: (at: number) => string, teamId = 'ada-1'): Promise<number> {
    let all = 0;
    for (let at = 0; at < count; at += 1) {
      if ((await limits.signUp(teamId, networkAt(at))) === undefined) all += 1;
    }
    return all;
  }

  it.each([
    ['one address', () => '192.0.2.7', 10],
    ['one network of IPv6', () => '2001:db8:77:1', 10],
    ['24 bits of IPv4', (at: number) => `192.0.2.${at}`, 25],
    ['48 bits of IPv6', (at: number) => `2001:db8:77:${at}`, 25],
    ['everywhere', (at: number) => `192.0.${at}.1`, 100],
  ])('is a part of the whole from %s', async (_where, networkAt, part) => {
    expect(await taken(200, networkAt)).toBe(part);
  });

  it('is one whole for all teams of one owner, and another for others', async () => {
    expect(await taken(60, (at) => `192.0.${at}.1`, 'ada-1')).toBe(60);
    expect(await taken(60, (at) => `192.1.${at}.1`, 'ada-2')).toBe(40);
    expect(await taken(60, (at) => `192.1.${at}.1`, 'bob')).toBe(60);
  });

  it('begins again after a day, and is refused with the time until then', async () => {
    await taken(10, () => '192.0.2.7');
    expect(await limits.signUp('ada-1', '192.0.2.7')).toEqual({
      refused: 'too-many-today',
      what: 'sign-ups',
      retryAfterSeconds: dayMs / 1_000,
    });
    nowMs = dayMs;
    expect(await limits.signUp('ada-1', '192.0.2.7')).toBeUndefined();
  });

  it('is fifty times a yes by one link', async () => {
    const link = foundKey('leaving', 'email-1', '0');
    const answers: unknown[] = [];
    for (let count = 0; count < 60; count += 1) answers.push(await limits.joinAgain(link));
    expect(answers.filter((each) => each === undefined)).toHaveLength(50);
    expect(await limits.joinAgain(foundKey('leaving', 'email-1', '1'))).toBeUndefined();
  });
});
