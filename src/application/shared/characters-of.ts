/** What a plain value weighs as JSON, within a few characters for each of its members: without making the JSON. */
export function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  let characters = 2;
  for (const [name, each] of Object.entries(value)) characters += name.length + 4 + charactersOf(each);
  return characters;
}
