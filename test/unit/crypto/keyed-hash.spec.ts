import { canonicalJson, canonicalPieces } from '../../../src/domain/shared/json.js';
import { openKeyedHash } from '../../../src/infrastructure/crypto/keyed-hash.js';
import { MemoryKeyStore } from '../../support/memory-vault.js';
import fc from '../../support/properties.js';
import { turnsDuring } from '../../support/turns.js';

/** Hash under the secret of 32 bytes 0x01, computed by `openssl dgst -sha256 -mac HMAC`. */
const storedHash = '950da4463394f9cb9747585053df07bcbc22330d6804fd985b29f0799fe89773';

describe('the keyed hash', () => {
  it('is HMAC-SHA-256 over the JSON array of the parts', async () => {
    const keys = new MemoryKeyStore();
    await keys.createSecret('hash/submission', Buffer.alloc(32, 1));
    const { hash } = await openKeyedHash(keys);
    expect(hash('submission', ['team', 'POST', '/emails', 'a key', 7, null])).toBe(
      'a50eb95b471b92e67f8f2426a7797fa7fd044e1857d74b0561474d6ccfff834a',
    );
  });

  it('is the same of one part that comes in pieces, and of a payload in canonical pieces', async () => {
    const keys = new MemoryKeyStore();
    await keys.createSecret('hash/payload', Buffer.alloc(32, 1));
    const { hash, hashPieces } = await openKeyedHash(keys);
    // Stored hashes are compared with it.
    expect(hash('payload', ['{"a":"Grüße \\"🦉"}'])).toBe(storedHash);
    expect(await hashPieces('payload', ['{"a":"Gr', 'üße \\"🦉', '"}'])).toBe(storedHash);
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ stringUnit: 'binary' }), async (value) => {
        // Enough characters for several pieces.
        for (const payload of [
          value,
          { value, text: '🦉"\n'.repeat(20_000), values: Array(3).fill([value, 'x'.repeat(40_000)]) },
        ]) {
          expect(await hashPieces('payload', canonicalPieces(payload))).toBe(hash('payload', [canonicalJson(payload)]));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('is made in turns of the event loop where it comes in pieces', async () => {
    const { hashPieces } = await openKeyedHash(new MemoryKeyStore());
    const payload = Array.from({ length: 2_000 }, () => ({ name: 'n'.repeat(900), value: 'v'.repeat(900) }));
    expect(await turnsDuring(() => hashPieces('payload', canonicalPieces(payload)))).toBeGreaterThan(20);
  });

  it('tells parts apart', async () => {
    const { hash } = await openKeyedHash(new MemoryKeyStore());
    const hashes = [['a', 'b'], ['ab'], ['a,b'], ['a', 'b', null], ['a', 'b', '']].map((parts) =>
      hash('payload', parts),
    );
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('has a secret of its own for each purpose', async () => {
    const { hash } = await openKeyedHash(new MemoryKeyStore());
    const purposes = ['submission', 'payload', 'suppression', 'address-index', 'domain-name', 'api-key'] as const;
    expect(new Set(purposes.map((purpose) => hash(purpose, ['same']))).size).toBe(purposes.length);
  });

  it('is the same after a restart and for two that start at once', async () => {
    const keys = new MemoryKeyStore();
    const [first, second] = await Promise.all([openKeyedHash(keys), openKeyedHash(keys)]);
    const third = await openKeyedHash(keys);
    expect(second.hash('api-key', ['token'])).toBe(first.hash('api-key', ['token']));
    expect(third.hash('api-key', ['token'])).toBe(first.hash('api-key', ['token']));
  });

  it('is the same however often and among however many it is asked for', async () => {
    const keys = new MemoryKeyStore();
    const { hash } = await openKeyedHash(keys);
    const ofMany = (): string[] =>
      Array.from({ length: 2_500 }, (_, number) => hash('address-index', [`${number}@example.com`]));
    const first = ofMany();
    expect(new Set(first).size).toBe(first.length);
    expect(ofMany()).toEqual(first);
    expect(hash('domain-name', ['1@example.com'])).not.toBe(hash('address-index', ['1@example.com']));
    const again = await openKeyedHash(keys);
    expect(again.hash('address-index', ['2499@example.com'])).toBe(first[2_499]);
  });

  it('is another one in another installation', async () => {
    const [one, other] = [await openKeyedHash(new MemoryKeyStore()), await openKeyedHash(new MemoryKeyStore())];
    expect(other.hash('payload', ['same'])).not.toBe(one.hash('payload', ['same']));
  });
});
