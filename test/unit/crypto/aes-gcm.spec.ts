import { pack, packedOverheadBytes, unpack } from '../../../src/infrastructure/crypto/aes-gcm.js';

const key = Buffer.alloc(32, 1);
const plain = Buffer.from('for one reader');

describe('AES-256-GCM', () => {
  it('opens what it sealed, and an empty text too', () => {
    expect(unpack(key, 'a name', pack(key, 'a name', plain))).toEqual(plain);
    expect(unpack(key, 'a name', pack(key, 'a name', Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
  });

  it('opens under the same key and name only', () => {
    const packed = pack(key, 'a name', plain);
    expect(() => unpack(Buffer.alloc(32, 2), 'a name', packed)).toThrow();
    expect(() => unpack(key, 'another name', packed)).toThrow();
  });

  it('opens nothing that was altered or cut', () => {
    const packed = pack(key, 'a name', plain);
    for (let at = 0; at < packed.length; at += 1) {
      const altered = Buffer.from(packed);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      expect(() => unpack(key, 'a name', altered)).toThrow();
      expect(() => unpack(key, 'a name', packed.subarray(0, at))).toThrow();
    }
  });

  it('seals the same text differently each time, in memory of its own', () => {
    const sealed = Array.from({ length: 3_000 }, () => pack(key, 'a name', plain));
    expect(new Set(sealed.map((packed) => packed.subarray(0, 12).toString('hex'))).size).toBe(sealed.length);
    expect(sealed.every((packed) => packed.buffer.byteLength === packedOverheadBytes + plain.length)).toBe(true);
  });
});
