import { createHmac, createSecretKey, type Hmac, type KeyObject } from 'node:crypto';
import type { HashPurpose, KeyedHash } from '../../application/ports/hashing.js';
import type { KeyStore } from '../../application/ports/vault.js';
import { BoundedMap } from '../../application/shared/bounded-map.js';
import { nextTurn } from '../../application/shared/delay.js';
import { randomBytes } from './random.js';
import { secretOnce } from './secret.js';
import { keysOf } from '../../domain/shared/members.js';

const purposes: Readonly<Record<HashPurpose, true>> = {
  submission: true,
  payload: true,
  suppression: true,
  'address-index': true,
  'domain-name': true,
  'api-key': true,
  link: true,
  'webhook-message': true,
  'feed-cursor': true,
  session: true,
  csrf: true,
  device: true,
  'people-link': true,
  'recovery-code': true,
  'sign-in-step': true,
  'sign-in-tries': true,
  identity: true,
  'contact-property': true,
  'template-alias': true,
  'audience-part': true,
};
const secretBytes = 32;

/** Senders and receiving domains come again and again, several in each mail: theirs are computed once. */
const recurring: ReadonlySet<HashPurpose> = new Set(['domain-name', 'address-index']);
const mostKept = 2_000;
const longestKept = 512;

/**
 * Reads the secret of every purpose, `hash/<purpose>`, and makes those that are missing. Two processes that start at
 * once end with the same secrets.
 */
export async function openKeyedHash(keys: KeyStore): Promise<KeyedHash> {
  const secrets = new Map<HashPurpose, KeyObject>();
  for (const purpose of keysOf(purposes)) {
    secrets.set(purpose, createSecretKey(await secretOnce(keys, `hash/${purpose}`, () => randomBytes(secretBytes))));
  }
  const begin = (purpose: HashPurpose): Hmac => {
    const secret = secrets.get(purpose);
    if (secret === undefined) throw new Error(`no secret for ${purpose}`);
    return createHmac('sha256', secret);
  };
  const compute = (purpose: HashPurpose, text: string): string => begin(purpose).update(text).digest('hex');
  const kept = new BoundedMap<string, string>(mostKept);
  return {
    hash(purpose, parts) {
      const text = JSON.stringify(parts);
      if (!recurring.has(purpose) || text.length > longestKept) return compute(purpose, text);
      const key = purpose + text;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const hash = compute(purpose, text);
      // The oldest goes: one that recurs often is soon back.
      kept.set(key, hash);
      return hash;
    },
    async hashPieces(purpose, pieces) {
      const hmac = begin(purpose).update('["');
      let isFirst = true;
      for (const piece of pieces) {
        // A small text, as most are, takes no other turn than the caller's.
        if (!isFirst) await nextTurn();
        isFirst = false;
        hmac.update(JSON.stringify(piece).slice(1, -1));
      }
      return hmac.update('"]').digest('hex');
    },
  };
}
