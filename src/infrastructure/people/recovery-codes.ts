import type { KeyedHash } from '../../application/ports/hashing.js';
import type { RecoveryCodes } from '../../application/ports/recovery-codes.js';
import { randomBytes } from '../crypto/random.js';

const howMany = 10;
const lettersPerCode = 10;
/** Crockford's base32, in small letters: none is easily taken for another. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Kept as keyed hashes: 50 bits under a secret of the vault need no slow hash. */
export function createRecoveryCodes(hash: KeyedHash): RecoveryCodes {
  const hashOf = (userId: string, code: string): string => hash.hash('recovery-code', [userId, normalised(code)]);
  return {
    make(userId) {
      const codes = Array.from({ length: howMany }, newCode);
      return { codes, hashes: codes.map((code) => hashOf(userId, code)) };
    },
    hashOf,
  };
}

function newCode(): string {
  const letters = [...randomBytes(lettersPerCode)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `${letters.slice(0, lettersPerCode / 2)}-${letters.slice(lettersPerCode / 2)}`;
}

function normalised(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
}
