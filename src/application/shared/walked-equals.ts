import type { DocumentShape, ListQuery } from '../ports/read-store.js';

/**
 * The comparisons that an index answers, where the others have to be looked for row by row. @returns undefined when
 * nothing has to be.
 */
export function walkedEquals(
  { indexes }: DocumentShape,
  { equals, orderBy, prefixes = [] }: Pick<ListQuery, 'equals' | 'orderBy' | 'prefixes'>,
): ListQuery['equals'] | undefined {
  const compared = Object.keys(equals);
  const usable = indexes
    .filter((index) => index.at(-1) === orderBy)
    .map((index) => index.slice(0, -1))
    .filter((fields) => fields.every((field) => compared.includes(field)));
  const best = usable.reduce<readonly string[]>((most, fields) => (fields.length > most.length ? fields : most), []);
  if (prefixes.length === 0 && best.length === compared.length) return undefined;
  return Object.fromEntries(Object.entries(equals).filter(([field]) => best.includes(field)));
}
