/** How often guesses of a row or of one repeated part would find it. */
const fewestCharacters = 4;
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm'];

/**
 * Whether a password is a row of the keyboard or of the alphabet, forwards or backwards, or hardly more than one
 * character.
 */
export function isPattern(password: string): boolean {
  const text = password.toLowerCase();
  const backwards = [...text].reverse().join('');
  return new Set(text).size < fewestCharacters || rows.some((row) => row.includes(text) || row.includes(backwards));
}

/**
 * Whether a password says what is known of its owner (name, address, its parts), alone or with digits and signs around
 * it.
 */
export function isPersonal(password: string, known: readonly string[]): boolean {
  const core = lettersOf(password);
  const parts = known.flatMap((text) => [text, ...text.split('@')]).map(lettersOf);
  return parts.some((part) => part.length >= fewestCharacters && core === part);
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
