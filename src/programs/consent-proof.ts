import type { ConsentProof } from '../application/ports/consent-proof.js';
import type { KeyStore } from '../application/ports/vault.js';
import { macOf, openSealKey } from '../infrastructure/crypto/seal-key.js';
import { newSecretToken } from '../infrastructure/crypto/tokens.js';
import { shownJoinWords } from '../infrastructure/http/forms/join-words.js';
import { shownWords } from '../infrastructure/http/unsubscribe/words.js';

/** For the server and for commands. */
export function consentProofOf(keys: KeyStore): ConsentProof {
  return {
    newSecret: newSecretToken,
    macOf,
    sealKey: () => openSealKey(keys),
    wordsOf: (asked) => (asked.means === 'page' ? shownWords(asked) : shownJoinWords(asked)),
  };
}
