import { createHash } from 'node:crypto';
import { digests } from './digests.js';

const digestCharacters = 8;

let listed: ReadonlySet<string> | undefined;

/** Whether a password is on the list of those that are tried first, in any case. */
export function isCommonPassword(password: string): boolean {
  listed ??= new Set(digests.match(new RegExp(`.{${digestCharacters}}`, 'g')));
  const digest = createHash('sha256').update(password.toLowerCase()).digest('base64url');
  return listed.has(digest.slice(0, digestCharacters));
}
