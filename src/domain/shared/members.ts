/** What has members: an object, a list among them. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** `Array.isArray` says `any` of its items. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The members of an object by their names; none of anything else. For what was not parsed yet. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

/** The keys of a record, of which `Object.keys` forgets the type. For records that are written out. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) =>
  Object.keys(record) as unknown as readonly Key[];

/** Such as ENOENT: what Node.js and its kin say beside the text of an error. */
export function codeOf(error: unknown): string | undefined {
  const { code } = membersOf(error);
  return typeof code === 'string' ? code : undefined;
}
