import { foundKey } from '../../src/application/ports/found-key.js';
import { createInProcessSignInPatience } from '../../src/infrastructure/rate-limiter/in-process-sign-in-patience.js';
import { networkKeys } from '../../src/application/ports/sign-in-patience.js';
import { signInPatienceContract } from './sign-in-patience.contract.js';

signInPatienceContract('in-process', async () => createInProcessSignInPatience(() => Date.now()));

describe('the wait for the next try', () => {
  it.each([
    ['192.0.2.7', 'wide network 192.0.2'],
    ['2001:db8:77:1', 'wide network 2001:db8:77'],
  ])('also comes from what is around the network %s, after five times as many', async (network, wide) => {
    const patience = createInProcessSignInPatience(() => 0);
    expect(networkKeys(network)).toEqual([`network ${network}`, wide]);
    for (let count = 0; count < 150; count += 1) expect(await patience.take([foundKey(wide)])).toBe(0);
    expect(await patience.take([foundKey(wide)])).toBe(1_000);
  });

  it('doubles, ends at a minute, and is forgotten after a quarter of an hour', async () => {
    let nowMs = 0;
    const patience = createInProcessSignInPatience(() => nowMs);
    const take = () => patience.take([foundKey('account a')]);
    for (let count = 0; count < 5; count += 1) await take();
    const waits: number[] = [];
    for (let count = 0; count < 9; count += 1) {
      const waitMs = await take();
      waits.push(waitMs / 1_000);
      nowMs += waitMs;
      expect(await take()).toBe(0);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    nowMs += 16 * 60_000;
    expect(await Promise.all(Array.from({ length: 5 }, take))).toEqual([0, 0, 0, 0, 0]);
  });
});
