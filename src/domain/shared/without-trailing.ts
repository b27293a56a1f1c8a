/**
 * The text without those of these characters that stand at its end. A pattern such as `/ +$/` takes time for each two
 * characters of a run that something follows: texts of strangers have seconds of it.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
