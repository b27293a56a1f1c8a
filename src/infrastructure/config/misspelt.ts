/** Names that are nearly the same: one letter of short ones may differ, two or three of longer ones. */
const mistakesIn = (length: number): number => Math.min(3, Math.floor((length + 3) / 6));
/** Names that begin alike are meant alike where their beginning says this much. */
const tellingLength = 8;
const longestEnding = 3;

/** The setting that `name` was probably meant to be. @returns undefined when none is near, or when it is a setting. */
export function meantBy(name: string, settings: readonly string[]): string | undefined {
  const plain = plainName(name);
  if (settings.includes(name)) return undefined;
  const near = settings
    .map((setting) => ({ setting, other: plainName(setting), distance: distanceOf(plain, plainName(setting)) }))
    .filter(
      ({ other, distance }) => distance <= mistakesIn(Math.min(plain.length, other.length)) || beginAlike(plain, other),
    )
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.setting;
}

/** Without what does not tell names apart: case, marks between words, the product's own name in front. */
function plainName(name: string): string {
  const letters = name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return letters.length > 'POSTHORN'.length ? letters.replace(/^POSTHORN/, '') : letters;
}

function beginAlike(one: string, other: string): boolean {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  const [rest, otherRest] = [one.length - length, other.length - length];
  if (length < tellingLength) return false;
  return Math.max(rest, otherRest) <= longestEnding || (Math.min(rest, otherRest) === 0 && rest + otherRest <= length);
}

/** Letters added, left out, changed or exchanged with their neighbor (optimal string alignment). */
function distanceOf(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return at(last, to.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
