import { randomFillSync } from 'node:crypto';

// One call to the system's generator costs the same for 16 bytes as for some thousands.
const pool = Buffer.allocUnsafeSlow(16 * 1024);
let used = pool.length;

/** Cryptographically random bytes in memory of their own; what was handed out is forgotten here. At most 1 KiB. */
export function randomBytes(size: number): Buffer {
  if (size > 1024) throw new RangeError('at most 1 KiB');
  if (used + size > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const taken = pool.subarray(used, used + size);
  const bytes = Buffer.allocUnsafeSlow(size);
  taken.copy(bytes);
  taken.fill(0);
  used += size;
  return bytes;
}
