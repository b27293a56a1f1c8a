import { nextTurn } from '../../application/shared/delay.js';
import type { EmailBody } from '../../application/ports/mail-composer.js';
import { jsonStringSlices, parseJsonString } from '../slices/json-string.js';

const quote = 0x22;
const backslash = 0x5c;
const searchBytes = 256 * 1024;
/** Written in one turn of the event loop. */
const bytesPerTurn = 64 * 1024;

/** A text may be given in pieces, none of which ends within a surrogate pair. */
export type LargeBody = { readonly [Name in keyof EmailBody]: string | Iterable<string> };

/** The bytes of `JSON.stringify(body)`, without ever holding the whole of them; the event loop gets its turns. */
export async function* bodySlices({ html, text }: LargeBody): AsyncGenerator<Buffer> {
  let opening = '{';
  for (const [name, value] of Object.entries({ html, text })) {
    if (value === undefined) continue;
    yield Buffer.from(`${opening}"${name}":"`);
    let written = 0;
    for (const piece of typeof value === 'string' ? [value] : value) {
      for (const slice of jsonStringSlices(piece)) {
        yield slice;
        written += slice.length;
        if (written < bytesPerTurn) continue;
        written = 0;
        await nextTurn();
      }
    }
    opening = '",';
  }
  yield Buffer.from(opening === '{' ? '{}' : '"}');
}

/** Undoes {@link bodySlices}: reads the object of strings that it wrote. */
export async function parseBody(bytes: Buffer): Promise<Readonly<Record<string, string>>> {
  const members: Record<string, string> = {};
  for (let at = bytes.indexOf(quote); at !== -1; ) {
    const nameEnd = await endOfString(bytes, at + 1);
    const start = bytes.indexOf(quote, nameEnd + 1) + 1;
    const end = await endOfString(bytes, start);
    members[bytes.toString('utf8', at + 1, nameEnd)] = await parseJsonString(bytes, start, end);
    at = bytes.indexOf(quote, end + 1);
  }
  return members;
}

/** Where the string's closing quote is. */
async function endOfString(bytes: Buffer, start: number): Promise<number> {
  let turnEnds = start + searchBytes;
  for (let at = start; ; ) {
    const end = bytes.indexOf(quote, at);
    if (end === -1) throw new Error('the body is no JSON');
    let escapes = end;
    while (escapes > start && bytes[escapes - 1] === backslash) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
    at = end + 1;
    if (at < turnEnds) continue;
    await nextTurn();
    turnEnds = at + searchBytes;
  }
}
