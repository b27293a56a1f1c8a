import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { SigningAlgorithm, SigningKey } from '../../application/ports/mail-composer.js';
import type { MessageSigner } from '../../application/ports/message-signer.js';
import type { KeyStore } from '../../application/ports/vault.js';
import { BoundedMap } from '../../application/shared/bounded-map.js';
import { type HeaderField, headerFields, RelaxedBody, relaxedHeader } from './canonicalization.js';
import { foldedBase64, signatureField } from './signature-field.js';

/** The secret that a signing key names is not in the KeyStore, or is no private key of its algorithm. */
class DkimKeyUnusable extends Error {
  readonly code = 'dkim-key-unusable';
}

/**
 * RFC 6376 §5.4.1, what RFC 8058 §4 asks for, and Feedback-ID, which Gmail reads only where it is signed. Signed where
 * present, each as often as it occurs.
 */
const signedNames = new Set([
  'from',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'reply-to',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-id',
  'list-help',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'list-subscribe',
  'list-post',
  'list-owner',
  'list-archive',
  'feedback-id',
  'references',
  'in-reply-to',
]);

/**
 * Named once more than they occur: one that is added later, or a second one, breaks the signature (RFC 6376 §5.4.2 and
 * §8.15). These are what a reader is shown, what says how the text is read, and what a replay would change.
 */
const oversignedNames = ['from', 'to', 'cc', 'subject', 'reply-to', 'date', 'message-id', 'content-type'];

/** Enough for every sending domain of a busy installation; a key takes a few kilobytes. */
const maxCachedKeys = 10_000;

/**
 * RFC 6376 and RFC 8463, relaxed/relaxed, for messages with CRLF line ends. The signatures are in the order of their
 * keys, and none of them covers another: a verifier that does not know an algorithm ignores that signature, RFC 8463
 * §6. A key is read and parsed once; signing happens on the thread pool.
 */
export function createDkimSigner({ keys: keyStore }: { readonly keys: Pick<KeyStore, 'getSecret'> }): MessageSigner {
  const cached = new BoundedMap<string, Promise<KeyObject>>(maxCachedKeys);

  const keyFor = ({ secretName, algorithm }: SigningKey): Promise<KeyObject> => {
    const known = cached.get(secretName);
    if (known !== undefined) return known;
    const loading = loadKey(keyStore, secretName, algorithm);
    cached.set(secretName, loading);
    loading.catch(() => cached.delete(secretName));
    return loading;
  };

  const signaturesOver = async (
    headers: string,
    bodyHash: string,
    keys: readonly SigningKey[],
    signedAt: Date,
  ): Promise<Buffer> => {
    const fields = fieldsToSign(headerFields(headers));
    const relaxed = fields.map((field) => `${relaxedHeader(field)}\r\n`).join('');
    const names = [...fields.map(({ name }) => name), ...oversignedNames];
    const signatures = keys.map(async (key) => {
      const unsigned = signatureField({ key, signedAt, names, bodyHash });
      const text = Buffer.from(`${relaxed}${relaxedHeader({ name: 'dkim-signature', text: unsigned })}`, 'latin1');
      return Buffer.from(`${unsigned}${foldedBase64(await signed(text, await keyFor(key)))}\r\n`);
    });
    return Buffer.concat(await Promise.all(signatures));
  };

  return {
    async sign(message, keys, signedAt) {
      const read = new MessageHash();
      read.write(message);
      const { headers, bodyHash } = read.end();
      return Buffer.concat([await signaturesOver(headers, bodyHash, keys, signedAt), message]);
    },
    async signatures(message, keys, signedAt) {
      const read = new MessageHash();
      for await (const chunk of message) read.write(chunk);
      const { headers, bodyHash } = read.end();
      return signaturesOver(headers, bodyHash, keys, signedAt);
    },
  };
}

const headerEnd = '\r\n\r\n';

/** Keeps the header of a message, one character for each byte, and hashes its body. */
class MessageHash {
  readonly #hash = createHash('sha256');
  readonly #body = new RelaxedBody();
  #header = Buffer.alloc(0);
  #headers: string | undefined;

  write(chunk: Buffer): void {
    if (this.#headers !== undefined) {
      this.#update(this.#body.write(chunk));
      return;
    }
    const searched = Math.max(0, this.#header.length - headerEnd.length);
    const known = this.#header.length === 0 ? chunk : Buffer.concat([this.#header, chunk]);
    const end = known.indexOf(headerEnd, searched);
    if (end === -1) {
      this.#header = Buffer.from(known);
      return;
    }
    this.#headers = known.toString('latin1', 0, end);
    this.#update(this.#body.write(known.subarray(end + headerEnd.length)));
  }

  end(): { readonly headers: string; readonly bodyHash: string } {
    this.#update(this.#body.end());
    return { headers: this.#headers ?? this.#header.toString('latin1'), bodyHash: this.#hash.digest('base64') };
  }

  #update(pieces: Iterable<Buffer>): void {
    for (const piece of pieces) this.#hash.update(piece);
  }
}

const keyTypes: Readonly<Record<SigningAlgorithm, string>> = { 'rsa-sha256': 'rsa', 'ed25519-sha256': 'ed25519' };

async function loadKey(
  keyStore: Pick<KeyStore, 'getSecret'>,
  secretName: string,
  algorithm: SigningAlgorithm,
): Promise<KeyObject> {
  const pem = await keyStore.getSecret(secretName);
  if (pem === undefined) throw new DkimKeyUnusable(`no DKIM key ${secretName}`);
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== keyTypes[algorithm])
    throw new DkimKeyUnusable(`the DKIM key ${secretName} does not sign ${algorithm}`);
  return key;
}

/** The fields to sign. Among fields with one name the last comes first, RFC 6376 §5.4.2. */
function fieldsToSign(fields: readonly HeaderField[]): readonly HeaderField[] {
  const byName = new Map<string, HeaderField[]>();
  for (const field of fields) {
    if (!signedNames.has(field.name)) continue;
    const known = byName.get(field.name);
    if (known === undefined) byName.set(field.name, [field]);
    else known.unshift(field);
  }
  return [...byName.values()].flat();
}

function signed(text: Buffer, key: KeyObject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, signature: Buffer): void => {
      if (error === null) resolve(signature);
      else reject(error);
    };
    // With a callback the thread pool does it: 0.3 ms of RSA that the event loop does not lose.
    // RFC 8463 §3: Ed25519 signs the SHA-256 of the text, not the text.
    if (key.asymmetricKeyType === 'ed25519') sign(null, createHash('sha256').update(text).digest(), key, done);
    else sign('sha256', text, key, done);
  });
}
