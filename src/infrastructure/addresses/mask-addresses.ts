/** What stands in the place of an address's local part. The domain stays: it says which receiver was meant. */
const maskedAddress = '[address]';

/** What no local part contains outside quotes (RFC 5322 §3.2.3): anything else before an `@` goes with it. */
const boundary = /[\s"<>()[\],;:\\]/;
const domainCharacter = /[\p{L}\p{N}.-]/u;

/**
 * The text without the local part of any address in it (RFC 5322 §3.4.1, quoted ones too), `%40` and `＠` included. A
 * walk from each `@`, linear in the text, because the text is anybody's.
 */
export function maskAddresses(text: string): string {
  if (!/[@＠]|%40/i.test(text)) return text;
  let masked = '';
  let done = 0;
  for (const found of text.matchAll(/[@＠]|%40/gi)) {
    const at = found.index;
    if (at < done) continue;
    const end = at + found[0].length;
    masked += text.slice(done, startOfLocalPart(text, done, at)) + maskedAddress + found[0];
    done = endOfDomain(text, end);
    masked += text.slice(end, done);
  }
  return masked + text.slice(done);
}

function startOfLocalPart(text: string, from: number, at: number): number {
  if (text[at - 1] === '"') {
    const opening = text.lastIndexOf('"', at - 2);
    return opening >= from ? opening : from;
  }
  let start = at;
  while (start > from && !boundary.test(text.charAt(start - 1))) start -= 1;
  // Marks that a sentence puts before an address it quotes.
  while (start < at - 1 && /[`'*]/.test(text.charAt(start))) start += 1;
  return start;
}

function endOfDomain(text: string, from: number): number {
  let end = from;
  while (end < text.length && domainCharacter.test(text.charAt(end))) end += 1;
  // `a@b@example.com`: the middle is a local part again.
  const next = text.charAt(end);
  return next === '@' || next === '＠' || /^%40/i.test(text.slice(end, end + 3)) ? from : end;
}
