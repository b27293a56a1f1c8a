import { generateSecret, generateURI, verifySync } from 'otplib';
import type { Clock } from '../../application/ports/clock.js';
import type { OneTimeCodes } from '../../application/ports/one-time-codes.js';
import type { KeyedHash } from '../../application/ports/hashing.js';
import type { RecoveryCodes } from '../../application/ports/recovery-codes.js';
import { randomBytes } from '../crypto/random.js';

const stepSeconds = 30;
const issuer = 'Posthorn';

/** Apps assume SHA-1, six digits and 30 s whatever the address says, so it is these. */
export function createOneTimeCodes(clock: Pick<Clock, 'now'>): OneTimeCodes {
  return {
    newSecret: () => generateSecret({ length: 20 }),
    uri: (secret, account) => generateURI({ issuer, label: account, secret }),
    check(secret, code, afterStep) {
      const token = code.replaceAll(/\s/g, '');
      if (!/^\d{6}$/.test(token)) return undefined;
      const epoch = Math.floor(clock.now() / 1000);
      // The library refuses to be asked for steps that lie wholly in the future, as after a clock was set back.
      if (afterStep !== undefined && afterStep > Math.floor(epoch / stepSeconds)) return undefined;
      const verdict = verifySync({
        secret,
        token,
        epoch,
        epochTolerance: stepSeconds,
        ...(afterStep === undefined ? {} : { afterTimeStep: afterStep }),
      });
      return verdict.valid && 'timeStep' in verdict ? verdict.timeStep : undefined;
    },
  };
}

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
