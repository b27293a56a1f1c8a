/*
 * How the parameters of an address are read into types. Whatever a person or a program wrote there, a room gets a value
 * that it knows.
 */

export type Search = Readonly<Record<string, unknown>>;

/** A text; numbers and flags are what the router made of a text such as `2026`. */
export function text(value: unknown): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
}

/** Those of `names` that the address has a text for, so that an empty filter leaves no trace in it. */
export function texts<Name extends string>(
  search: Search,
  names: readonly Name[],
): { readonly [Each in Name]?: string } {
  const given = names.map((name) => [name, text(search[name])] as const).filter(([, value]) => value !== '');
  // Each key is one of the names.
  return Object.fromEntries(given) as { readonly [Each in Name]?: string };
}

/** The parameters of a list: the texts that it is narrowed by, and `create`, which opens the form for a new one. */
export const listSearch =
  <Name extends string = never>(...names: readonly Name[]) =>
  (search: Search): { readonly [Each in Name]?: string } & { readonly create?: true } => ({
    ...texts(search, names),
    ...(search['create'] === true ? { create: true as const } : {}),
  });
