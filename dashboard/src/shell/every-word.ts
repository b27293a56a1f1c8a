/** Whether a text has each of the words that were typed, or their beginnings, in any order. */
export function hasEveryWord(text: string, typed: string): boolean {
  const within = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}
