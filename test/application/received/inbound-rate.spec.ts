import { InboundRate } from '../../../src/application/received/inbound-rate.js';

describe('what comes in to one address or domain', () => {
  let nowMs = 0;
  const rateOf = (perAddress: number | null, perDomain: number | null) =>
    new InboundRate({ perAddress, perDomain }, () => nowMs);

  it('is limited for each, whatever the case of the address, until the minute is over', () => {
    const rate = rateOf(2, 3);
    expect([rate.take('a@x.test', 'x'), rate.take('A@x.test', 'x'), rate.take('a@x.test', 'x')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([rate.take('b@x.test', 'x'), rate.take('c@x.test', 'x'), rate.take('c@y.test', 'y')]).toEqual([
      true,
      false,
      true,
    ]);
    nowMs += 60_000;
    expect(rate.take('a@x.test', 'x')).toBe(true);
  });

  it('is not limited where nothing is set', () => {
    const rate = rateOf(null, null);
    expect(Array.from({ length: 1_000 }, () => rate.take('a@x.test', 'x'))).not.toContain(false);
  });
});
