/** Words before a family name that are part of it. */
const particles = new Set([
  'von',
  'van',
  'de',
  'der',
  'den',
  'del',
  'della',
  'di',
  'da',
  'dos',
  'du',
  'la',
  'le',
  'ten',
  'ter',
  'zu',
  'zur',
  'af',
  'bin',
  'ibn',
  'al',
  'el',
  'st',
]);
const wideNames = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;

/** First and last name: `Ann Ahl`, `Ahl, Ann`, `Ludwig van Beethoven`. One word alone is a first name. */
export function fullNameParts(name: string): readonly [string | undefined, string | undefined] {
  const text = name.replaceAll(/\s+/g, ' ').trim();
  const [family = '', given = '', ...more] = text.split(',').map((part) => part.trim());
  if (more.length === 0 && family !== '' && given !== '' && !/^(?:jr|sr|phd|md|ii|iii)\b/i.test(given))
    return [given, family];
  const words = text.split(' ');
  if (words.length === 1) return [text === '' ? undefined : text, undefined];
  // There the family stands first.
  if (words.every((word) => wideNames.test(word))) return [words.slice(1).join(' '), words[0]];
  const particle = words.findIndex((word, at) => at > 0 && at < words.length - 1 && particles.has(word.toLowerCase()));
  const cut = particle === -1 ? words.length - 1 : particle;
  return [words.slice(0, cut).join(' '), words.slice(cut).join(' ')];
}
