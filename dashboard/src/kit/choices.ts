/** One of the values of a field or a filter. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Each value with its word. */
export const choicesOf = (words: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** What has a name, chosen by its id. */
export const choicesAmong = (named: readonly { readonly id: string; readonly name: string }[]): readonly Choice[] =>
  named.map(({ id, name }) => ({ value: id, label: name }));
