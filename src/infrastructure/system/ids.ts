import { createHmac } from 'node:crypto';
import { parse, stringify, v7 } from 'uuid';
import type { Ids } from '../../application/ports/ids.js';
import { randomBytes } from '../crypto/random.js';

const timeBytes = 6;
const dataKeyBytes = 32;

/** Ids per RFC 9562: version 7 where we choose, derived ones where the same cause must give the same id again. */
export const ids: Ids = {
  next,
  derived(causeId, index) {
    const hmac = createHmac('sha256', causeId).update(String(index)).digest();
    const time = parse(causeId).subarray(0, timeBytes);
    return uuidOf(Buffer.concat([time, hmac], 16), 7);
  },
  fromHash(hash) {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new TypeError('not a hash of 64 lower-case hex digits');
    return uuidOf(Buffer.from(hash.slice(0, 32), 'hex'), 8);
  },
  dataKey: () => randomBytes(dataKeyBytes),
};

/** RFC 9562 §4: the version in the high half of octet 6, the variant in the two high bits of octet 8. */
function uuidOf(bytes: Buffer, version: 7 | 8): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return stringify(bytes);
}

let lastMs = Number.NEGATIVE_INFINITY;
let sequence = 0;

/**
 * RFC 9562 §6.2, method 1: a counter behind the time, so that ids of one millisecond increase too. From our own pool of
 * chance.
 */
function next(): string {
  const random = randomBytes(16);
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    // The top bit is left for the counter to grow into.
    sequence = random.readUInt32BE(0) >>> 1;
  } else {
    sequence += 1;
  }
  return v7({ random, msecs: lastMs, seq: sequence });
}
