import { randomBytes, randomInt } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const tokenLength = 32;

/** A new API key: `re_` and 32 letters or digits, 190 bits of chance. */
export function newApiToken(): string {
  return `re_${Array.from({ length: tokenLength }, () => alphabet[randomInt(alphabet.length)]).join('')}`;
}

/** What a session, or a link that is mailed, is opened by: 256 bits of chance, base64url. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}
