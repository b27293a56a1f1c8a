/** Longer than any address with a name before it. */
const maxCharacters = 600;
const pattern = /^(?:[^<>]*<|mailto:)?[^\s@<>]+@(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]+\.?>?[;,]?$/iu;

/** Whether the cell is an address and nothing else: alone, behind a name, or as a link. */
export const isAddressCell = (text: string): boolean => text.length <= maxCharacters && pattern.test(text);
