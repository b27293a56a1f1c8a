/** What windows-1252 has in the place of the control characters of Latin-1 (Encoding Standard, index windows-1252). */
const characters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * The text with its control characters 80 to 9F as windows-1252 means them. No email means a control, and Node.js 20.20
 * decodes windows-1252, which has the names of Latin-1 too, to these.
 */
export const asWindows1252 = (text: string): string =>
  text.replace(/[\x80-\x9f]/g, (control) => characters[control.charCodeAt(0) - 0x80] ?? '');

/**
 * Bytes in a character set, by any of its names in the Encoding Standard.
 * @throws {RangeError} the name is unknown
 */
export function decodedText(charset: string, bytes: Uint8Array): string {
  const decoder = new TextDecoder(charset);
  const text = decoder.decode(bytes);
  return decoder.encoding === 'windows-1252' ? asWindows1252(text) : text;
}
