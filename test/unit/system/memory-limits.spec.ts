import { availableMemory, largestBodyBytes, memoryLimits } from '../../../src/infrastructure/system/memory-limits.js';

const mebibyte = 1024 * 1024;
const limitsOf = (megabytes: number) => memoryLimits(megabytes * mebibyte);

describe('memoryLimits', () => {
  it('saves nothing where there is memory', () => {
    const limits = {
      semiSpaceMb: 16,
      threadYoungMb: 96,
      largeMailsAtOnce: Infinity,
      allocator: {},
      bytesInFlight: 256 * mebibyte,
      maxBodyBytes: 41_943_040,
    };
    expect(limitsOf(1_536)).toEqual({ ...limits, heapMb: 768 });
    expect(limitsOf(24_000)).toEqual({ ...limits, heapMb: 4_096 });
  });

  it('takes half of the largest request in a container of 512 MB, and few large ones at once', () => {
    expect(limitsOf(512)).toMatchObject({
      maxBodyBytes: 20 * mebibyte,
      bytesInFlight: 48 * mebibyte,
      largeMailsAtOnce: 1,
    });
  });

  it.each([128, 256, 384, 448, 640])('takes shorter requests with %i MB', (megabytes) => {
    const { bytesInFlight, maxBodyBytes } = limitsOf(megabytes);
    expect(maxBodyBytes).toBeLessThan(largestBodyBytes);
    expect(maxBodyBytes).toBeGreaterThanOrEqual(4 * mebibyte);
    expect(maxBodyBytes).toBeLessThanOrEqual(bytesInFlight);
  });

  it('never gives less for more memory', () => {
    for (let megabytes = 128; megabytes < 4_096; megabytes += 64) {
      const [less, more] = [limitsOf(megabytes), limitsOf(megabytes + 64)];
      for (const name of [
        'semiSpaceMb',
        'threadYoungMb',
        'heapMb',
        'bytesInFlight',
        'maxBodyBytes',
        'largeMailsAtOnce',
      ] as const) {
        expect(more[name]).toBeGreaterThanOrEqual(less[name]);
      }
    }
  });
});

describe('availableMemory', () => {
  it('is what the operator says', () => {
    expect(availableMemory(300)).toBe(300 * mebibyte);
  });

  it('is no more than the machine has', () => {
    expect(availableMemory(null)).toBeGreaterThan(0);
    expect(availableMemory(null)).toBeLessThan(Number.MAX_SAFE_INTEGER);
  });
});
