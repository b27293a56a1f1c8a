import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { SigningKey } from '../../application/ports/mail-composer.js';
import type { KeyStore } from '../../application/ports/vault.js';
import { type HeaderField, relaxedBody, relaxedHeader, relaxedHeaders } from './canonicalization.js';

/** The secret that a signing key names is not in the KeyStore, or is no RSA private key. */
export class DkimKeyUnusable extends Error {
  readonly code = 'dkim-key-unusable';
}

/** Signs one message (CRLF line ends) as of a time and gives it back with its DKIM-Signature on top. */
export type DkimSigner = (message: Buffer, key: SigningKey, signedAt: Date) => Promise<Buffer>;

/** RFC 6376 §5.4.1, and what RFC 8058 §4 asks for. Signed where present, each as often as it occurs. */
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
  'list-unsubscribe',
  'list-unsubscribe-post',
  'references',
  'in-reply-to',
]);

/** Enough for every sending domain of a busy installation; a key takes a few kilobytes. */
const maxCachedKeys = 10_000;
const lineWidth = 76;

/** RFC 6376, rsa-sha256, relaxed/relaxed. A key is read and parsed once; signing happens on the thread pool. */
export function createDkimSigner({ keys: keyStore }: { readonly keys: Pick<KeyStore, 'getSecret'> }): DkimSigner {
  const cached = new Map<string, Promise<KeyObject>>();

  const keyFor = (secretName: string): Promise<KeyObject> => {
    const known = cached.get(secretName);
    if (known !== undefined) return known;
    const [oldest] = cached.keys();
    if (oldest !== undefined && cached.size >= maxCachedKeys) cached.delete(oldest);
    const loading = loadKey(keyStore, secretName);
    cached.set(secretName, loading);
    loading.catch(() => cached.delete(secretName));
    return loading;
  };

  return async (message, { domain, selector, secretName }, signedAt) => {
    const key = await keyFor(secretName);
    const bodyStart = message.indexOf('\r\n\r\n');
    const headers = message.toString('latin1', 0, bodyStart === -1 ? message.length : bodyStart);
    const body = bodyStart === -1 ? Buffer.alloc(0) : message.subarray(bodyStart + 4);
    const bodyHash = hashOf(relaxedBody(body));
    const fields = fieldsToSign(relaxedHeaders(headers));
    // A From more than there is: one added later breaks the signature, RFC 6376 §8.15.
    const names = [...fields.map(({ name }) => name), 'from'];
    const unsigned = signatureField({ domain, selector, signedAt, names, bodyHash });
    const signedText = [...fields.map(({ relaxed }) => `${relaxed}\r\n`), relaxedHeader(unsigned).relaxed].join('');
    const signature = await signText(signedText, key);
    return Buffer.concat([Buffer.from(`${unsigned}${foldedBase64(signature)}\r\n`), message]);
  };
}

function hashOf(pieces: Iterable<Buffer>): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('base64');
}

async function loadKey(keyStore: Pick<KeyStore, 'getSecret'>, secretName: string): Promise<KeyObject> {
  const pem = await keyStore.getSecret(secretName);
  if (pem === undefined) throw new DkimKeyUnusable(`no DKIM key ${secretName}`);
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'rsa') throw new DkimKeyUnusable(`the DKIM key ${secretName} is not RSA`);
  return key;
}

/** Of several fields with one name the last comes first, RFC 6376 §5.4.2. */
function fieldsToSign(fields: readonly HeaderField[]): HeaderField[] {
  const chosen = fields.filter(({ name }) => signedNames.has(name));
  return [...new Set(chosen.map(({ name }) => name))].flatMap((name) =>
    chosen.filter((field) => field.name === name).reverse(),
  );
}

/** RFC 6376 §3.5, folded, with an empty `b=` at the end. */
function signatureField(tags: {
  readonly domain: string;
  readonly selector: string;
  readonly signedAt: Date;
  readonly names: readonly string[];
  readonly bodyHash: string;
}): string {
  const { domain, selector, signedAt, names, bodyHash } = tags;
  const words = [
    'v=1;',
    'a=rsa-sha256;',
    'c=relaxed/relaxed;',
    `d=${domain};`,
    `s=${selector};`,
    `t=${Math.floor(signedAt.getTime() / 1000)};`,
    ...names.map((name, index) => `${index === 0 ? 'h=' : ''}${name}${index === names.length - 1 ? ';' : ':'}`),
    `bh=${bodyHash};`,
    'b=',
  ];
  let field = 'DKIM-Signature:';
  let column = field.length;
  for (const word of words) {
    const isWithinNames = /^[a-z-]+[:;]$/.test(word);
    const gap = isWithinNames ? '' : ' ';
    if (column + gap.length + word.length > lineWidth) {
      field += '\r\n';
      column = 0;
    }
    const written = `${column === 0 ? ' ' : gap}${word}`;
    field += written;
    column += written.length;
  }
  return field;
}

function foldedBase64(signature: Buffer): string {
  return signature.toString('base64').replace(new RegExp(`.{1,${lineWidth - 1}}`, 'g'), '\r\n $&');
}

function signText(text: string, key: KeyObject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // With a callback the thread pool does it: 0.3 ms that the event loop does not lose.
    sign('sha256', Buffer.from(text, 'latin1'), key, (error, signature) => {
      if (error === null) resolve(signature);
      else reject(error);
    });
  });
}
