/* Parameters of Punycode for domain names (RFC 3492 §5). */
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialCode = 128;
const highestCode = 0x10ffff;
const isHalfCharacter = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/** A domain name with its A-labels (RFC 5890 §2.3.2.1) written as U-labels; a label that is none stays as it is. */
export function unicodeDomain(domain: string): string {
  if (!domain.includes('xn--')) return domain;
  return domain
    .split('.')
    .map((label) => (label.startsWith('xn--') ? decodePunycode(label.slice(4)) || label : label))
    .join('.');
}

/** RFC 3492 §6.2. Undefined when it is no Punycode. */
function decodePunycode(encoded: string): string | undefined {
  const delimiter = encoded.lastIndexOf('-');
  const codes = Array.from(encoded.slice(0, Math.max(0, delimiter)), (character) => character.charCodeAt(0));
  let code = initialCode;
  let bias = initialBias;
  let index = 0;
  for (let at = delimiter + 1; at < encoded.length; ) {
    const before = index;
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(encoded.charCodeAt(at++));
      if (digit === undefined) return undefined;
      index += digit * weight;
      const threshold = Math.min(tMax, Math.max(tMin, k - bias));
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const length = codes.length + 1;
    bias = adapt(index - before, length, before === 0);
    code += Math.floor(index / length);
    index %= length;
    if (code > highestCode || isHalfCharacter(code)) return undefined;
    codes.splice(index++, 0, code);
  }
  return String.fromCodePoint(...codes);
}

/** RFC 3492 §6.1. */
function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}

/** `a` to `z`, then `0` to `9`; undefined also behind the end, where there is no character. */
function digitOf(character: number): number | undefined {
  if (character >= 97 && character <= 122) return character - 97;
  return character >= 48 && character <= 57 ? character - 22 : undefined;
}
