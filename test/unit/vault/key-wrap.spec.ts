import { pack, unpack } from '../../../src/infrastructure/crypto/aes-gcm.js';
import { masterKeysFrom, rewrap, unwrap, wrap } from '../../../src/infrastructure/vault/key-wrap.js';

const [masterKey, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const keys = masterKeysFrom(masterKey);
const name = '019a3f5e-7c1a-7d30-9c4b-8f7a0a5c8e77.0';
const plain = Buffer.alloc(32, 3);

describe('the wrapping of a key', () => {
  it('is under a key of its own for each name, never under the master key itself', () => {
    const wrapped = wrap(keys, name, plain);
    expect(unwrap(keys, name, wrapped)).toEqual(plain);
    expect(() => unpack(masterKey, name, wrapped)).toThrow();
  });

  it('of a vault of before is read, and renewed by a rotation of the master key, also under the same key', () => {
    const before = pack(masterKey, name, plain);
    expect(unwrap(keys, name, before)).toEqual(plain);
    const renewed = rewrap(keys, name, before) ?? before;
    expect(() => unpack(masterKey, name, renewed)).toThrow();
    expect(unwrap(keys, name, renewed)).toEqual(plain);
    expect(rewrap(keys, name, renewed)).toBeUndefined();

    const rotated = rewrap(masterKeysFrom(Buffer.concat([next, masterKey])), name, before) ?? before;
    expect(unwrap(masterKeysFrom(next), name, rotated)).toEqual(plain);
    expect(() => unwrap(keys, name, rotated)).toThrow('wrong MASTER_KEY');
  });

  it('opens under its name only, in both forms', () => {
    for (const wrapped of [wrap(keys, name, plain), pack(masterKey, name, plain)]) {
      expect(() => unwrap(keys, `${name}1`, wrapped)).toThrow('does not open');
    }
  });
});
