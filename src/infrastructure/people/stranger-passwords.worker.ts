import { parentPort } from 'node:worker_threads';
import { hash as argon2, verifySync } from '@node-rs/argon2';
import { randomBytes } from '../crypto/random.js';
import { giveWay } from '../system/modest-worker.js';
import { argon2Costs } from './argon2-costs.js';

export interface PasswordToCompare {
  readonly password: string;
  /** Null when there is none, and the comparison takes as long. */
  readonly hash: string | null;
}

/** Whether it is the password, or why that cannot be said. */
export type ComparedPassword = { readonly isRight: boolean } | { readonly error: string };

giveWay();
/** The hash of random bytes, which no password matches. */
const decoy = await argon2(randomBytes(32), argon2Costs);

// In this thread and none of the pool, which would not give way.
function compared({ password, hash }: PasswordToCompare): ComparedPassword {
  try {
    const isSame = verifySync(hash ?? decoy, password);
    return { isRight: isSame && hash !== null };
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'unknown' };
  }
}

parentPort?.on('message', (job: PasswordToCompare) => parentPort?.postMessage(compared(job)));
