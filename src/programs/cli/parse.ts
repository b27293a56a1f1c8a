import { Misused } from './outcome.js';

/** As the API bounds it for keys. */
const maxNameCharacters = 50;

/** A name of a team or a key. Throws {@link Misused}. */
export function parseName(text: string): string {
  const characters = [...text].length;
  if (characters >= 1 && characters <= maxNameCharacters && !/[\p{Cc}\u2028\u2029]/u.test(text)) return text;
  throw new Misused(`A name has 1 to ${maxNameCharacters} characters, without line breaks or control characters.`);
}
