import { createHash } from 'node:crypto';
import { hash as argon2, verify as verifyArgon2 } from '@node-rs/argon2';
import { type PasswordHasher, PasswordHasherBusy } from '../../application/ports/password-hasher.js';
import { Semaphore } from '../../application/shared/semaphore.js';
import { randomBytes } from '../crypto/random.js';
import { argon2Costs } from './argon2-costs.js';
import { digests } from './common-passwords/digests.js';
import { type StrangerLimits, strangerLimits, StrangerPasswords } from './stranger-passwords.js';

export interface HasherLimits {
  /** Hashes at once for known accounts. Each takes 19 MiB and a thread of Node's pool, which files and DNS need too. */
  readonly atOnce: number;
  /** More than this are refused. */
  readonly waiting: number;
}

const hasherLimits: HasherLimits = { atOnce: 2, waiting: 100 };

/** argon2id (RFC 9106). Passwords are compared in NFKC: keyboards differ in how they write one letter. */
export class Argon2Hasher implements PasswordHasher {
  private readonly turns: Semaphore;
  /** The hash of random bytes, which no password matches. */
  private decoy: Promise<string> | undefined;

  private readonly strangers: StrangerPasswords;

  constructor(
    private readonly limits: HasherLimits = hasherLimits,
    ofStrangers: StrangerLimits = strangerLimits,
  ) {
    this.turns = new Semaphore(limits.atOnce);
    this.strangers = new StrangerPasswords(ofStrangers);
  }

  isCommon(password: string): boolean {
    return isCommonPassword(password);
  }

  hash(password: string): Promise<string> {
    return this.inTurn(() => argon2(password.normalize('NFKC'), argon2Costs));
  }

  isFull(stranger: string): boolean {
    return this.strangers.isFull(stranger);
  }

  async verify(password: string, hash: string | undefined, stranger?: string): Promise<boolean> {
    if (stranger !== undefined) return this.strangers.isRight(password.normalize('NFKC'), hash, stranger);
    if (hash !== undefined) return this.inTurn(() => verifyArgon2(hash, password.normalize('NFKC')));
    this.decoy ??= argon2(randomBytes(32), argon2Costs);
    const decoy = await this.decoy;
    await this.inTurn(() => verifyArgon2(decoy, password.normalize('NFKC')));
    return false;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.turns.isFull && this.turns.waiting >= this.limits.waiting) {
      throw new PasswordHasherBusy('too many passwords are waiting');
    }
    return this.turns.run(work);
  }
}

const digestCharacters = 8;

let listed: ReadonlySet<string> | undefined;

/** Whether a password is on the list of those that are tried first, in any case. */
function isCommonPassword(password: string): boolean {
  listed ??= new Set(digests.match(new RegExp(`.{${digestCharacters}}`, 'g')));
  const digest = createHash('sha256').update(password.toLowerCase()).digest('base64url');
  return listed.has(digest.slice(0, digestCharacters));
}
