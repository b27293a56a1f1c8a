/** Whether a text has each of the words that were typed, or parts of them, in any order; one of several as one. */
export function hasEveryWord(text: string, typed: string): boolean {
  const within = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word) || (/...s$/.test(word) && within.includes(word.slice(0, -1))));
}
