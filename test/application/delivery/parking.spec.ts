import { Parking } from '../../../src/application/delivery/parking.js';
import type { RecipientReply, TransactionResult } from '../../../src/application/ports/mail-transport.js';

const answered = (step: RecipientReply['step'], code: number | null, text = 'as they say'): TransactionResult => ({
  replies: [{ recipients: [0], step, code, enhancedCode: null, text, host: 'mx.test' }],
  unknown: [],
  withheld: [],
});
const tooMuch = answered('mail', 421);
const unreachable = answered('connect', null, 'refused');

describe('receivers that are left alone', () => {
  const clock = { ms: 0, now: () => clock.ms };
  let parking: Parking;
  const parkingWithin = (min: number, max: number) =>
    new Parking({ clock, pauseMs: 10_000, longestPauseMs: 200_000, statedDelayBoundsMs: { min, max } });
  beforeEach(() => {
    clock.ms = 1_700_000_000_000;
    parking = parkingWithin(10_000, 6 * 3_600_000);
  });
  /** Several attempts, one after the other. */
  const note = (...results: readonly TransactionResult[]): void => {
    for (const result of results) {
      clock.ms += 1;
      parking.note('set', result, clock.ms);
    }
  };

  it('are not those that refused once', () => {
    note(tooMuch);
    expect(parking.isHeld('set')).toBe(false);
    expect(parking.down('set')).toBeUndefined();
  });

  it('are those that refused twice in a row, longer each time', () => {
    note(tooMuch, unreachable);
    expect(parking.isHeld('set')).toBe(true);
    clock.ms += 10_000;
    expect(parking.isHeld('set')).toBe(false);
    note(unreachable);
    clock.ms += 19_999;
    expect(parking.isHeld('set')).toBe(true);
    clock.ms += 1;
    expect(parking.isHeld('set')).toBe(false);
    expect(parking.isHeld('another')).toBe(false);
  });

  it.each(['mail', 'rcpt', 'data', 'dot'] as const)(
    'say nothing of whom a receiver spoke at %s: its next mail may be of others',
    (step) => {
      const reply = { recipients: [0], step, code: 421, enhancedCode: '4.7.0', host: 'mx.test' };
      const told = {
        text: 'too much for ada@example.org, come back in 2 hours',
        conversation: '+0 > RCPT TO:<ada@example.org>',
      };
      note({ replies: [{ ...reply, ...told }], unknown: [], withheld: [] });
      const { recipients: _recipients, ...ending } = reply;
      const text = expect.stringMatching(/^the receiver takes nothing for now \(not tried again before /) as string;
      expect(parking.down('set')).toEqual({ ...ending, text });
    },
  );

  it('count as down after a while: their mail is told why, and goes by its own schedule', () => {
    note(...Array.from({ length: 5 }, () => unreachable));
    expect(parking.isHeld('set')).toBe(false);
    const again = new Date(clock.ms + 80_000).toISOString();
    const text = `refused (not tried again before ${again})`;
    expect(parking.down('set')).toEqual({ step: 'connect', code: null, enhancedCode: null, text, host: 'mx.test' });
    clock.ms += 80_000;
    expect(parking.down('set')).toBeUndefined();
    note(...Array.from({ length: 9 }, () => unreachable));
    clock.ms += 199_999;
    expect(parking.down('set')).toBeDefined();
    clock.ms += 1;
    expect(parking.down('set')).toBeUndefined();
  });

  it.each([
    ['Try again in 30 seconds', 30_000, 'held'],
    ['wait 1 second', 10_000, 'held'],
    ['come back in 2 hours', 2 * 3_600_000, 'down'],
    ['come back in 90 hours', 6 * 3_600_000, 'down'],
  ])('are left for as long as they ask, within bounds: %s', (text, untilMs, how) => {
    note(answered('greeting', 421, text));
    const parked = (): boolean => (how === 'held' ? parking.isHeld('set') : parking.down('set') !== undefined);
    clock.ms += untilMs - 1;
    expect(parked()).toBe(true);
    clock.ms += 1;
    expect(parked()).toBe(false);
  });

  it('are left for as long as the operator allows a reply to ask', () => {
    parking = parkingWithin(1_000, 20_000);
    note(answered('greeting', 421, 'wait 1 second'));
    clock.ms += 999;
    expect(parking.isHeld('set')).toBe(true);
    clock.ms += 1;
    expect(parking.isHeld('set')).toBe(false);
    note(answered('greeting', 421, 'come back in 90 hours'));
    clock.ms += 20_000;
    expect(parking.isHeld('set')).toBe(false);
  });

  it('are in order again with the first thing that they take or refuse by itself', () => {
    note(tooMuch, tooMuch, answered('rcpt', 550), tooMuch);
    expect(parking.isHeld('set')).toBe(false);
  });

  it('are not blamed for what lies between them and one sender', () => {
    note(answered('starttls', null), answered('starttls', null), answered('dns', 451));
    expect(parking.isHeld('set')).toBe(false);
  });

  it('count what was refused at one moment once', () => {
    const begunAtMs = clock.ms;
    clock.ms += 5;
    for (let connection = 0; connection < 8; connection++) parking.note('set', tooMuch, begunAtMs);
    expect(parking.isHeld('set')).toBe(false);
  });

  describe('and those that answer', () => {
    it('are those whose last attempt had an answer, were it a refusal', () => {
      expect(parking.answers('set')).toBe(false);
      note(tooMuch);
      expect(parking.answers('set')).toBe(true);
      note(unreachable);
      expect(parking.answers('set')).toBe(false);
      note(answered('dot', 250));
      expect(parking.answers('set')).toBe(true);
      expect(parking.answers('another')).toBe(false);
    });

    it('are not those that hung after the dot', () => {
      note(answered('dot', 250), { replies: [], unknown: answered('dot', null).replies, withheld: [] });
      expect(parking.answers('set')).toBe(false);
    });

    it('are judged by what was begun since they answered', () => {
      const begunAtMs = clock.ms;
      note(answered('dot', 250));
      parking.note('set', unreachable, begunAtMs);
      expect(parking.answers('set')).toBe(true);
    });

    it('stay what they were where nothing was said to them', () => {
      note(answered('dot', 250), { replies: [], unknown: [], withheld: [0] }, answered('dns', 451));
      expect(parking.answers('set')).toBe(true);
    });
  });
});
