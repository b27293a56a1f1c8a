/** What is held back at most: more blank lines than anybody sends. */
const mostHeldBytes = 64 * 1024;

/**
 * A text whose last lines have no blanks in them: verifiers differ in whether such lines are empty (RFC 6376 §3.4.4).
 * Lines that have a text, and all that stand before one, stay as they are.
 */
export async function* withoutTrailingBlanks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const end = blanksFrom(chunk);
    if (end === 0 && held.length + chunk.length <= mostHeldBytes) {
      held = Buffer.concat([held, chunk]);
      continue;
    }
    if (held.length > 0) yield held;
    if (end > 0) yield chunk.subarray(0, end);
    held = chunk.subarray(end);
  }
  if (held.length > 0) yield Buffer.from(held.toString('latin1').replace(/(?<=\n)[ \t]+(?=\r|$)/g, ''), 'latin1');
}

/** Where the white space begins that the text ends with. */
function blanksFrom(text: Buffer): number {
  let end = text.length;
  while (end > 0 && isBlank(text[end - 1])) end -= 1;
  return end;
}

/** Space, tab and line ends. */
export function isBlank(octet: number | undefined): boolean {
  return octet === 0x20 || octet === 0x09 || octet === 0x0d || octet === 0x0a;
}
