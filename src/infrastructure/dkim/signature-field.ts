import type { SigningKey } from '../../application/ports/mail-composer.js';

/** No line is longer. */
const lineWidth = 76;

/** A DKIM-Signature field (RFC 6376 §3.5), folded, with an empty `b=` at the end. */
export function signatureField(tags: {
  readonly key: Pick<SigningKey, 'algorithm' | 'domain' | 'selector'>;
  readonly signedAt: Date;
  /** The fields that are signed, in order. */
  readonly names: readonly string[];
  /** base64. */
  readonly bodyHash: string;
}): string {
  const { key, signedAt, names, bodyHash } = tags;
  const words = [
    'v=1;',
    `a=${key.algorithm};`,
    'c=relaxed/relaxed;',
    `d=${key.domain};`,
    `s=${key.selector};`,
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

const lines = new RegExp(`.{1,${lineWidth - 1}}`, 'g');

/** What follows `b=`, on lines of its own. */
export function foldedBase64(signature: Buffer): string {
  return signature.toString('base64').replace(lines, '\r\n $&');
}
