/** The members of an object by their names; none of anything else. For what was not parsed yet. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** Such as ENOENT: what Node.js and its kin say beside the text of an error. */
export function codeOf(error: unknown): string | undefined {
  const { code } = membersOf(error);
  return typeof code === 'string' ? code : undefined;
}
