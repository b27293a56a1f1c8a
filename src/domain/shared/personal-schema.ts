import { z } from 'zod';
import type { Kid } from './personal.js';

/**
 * A keyed hash of a person's address, as a member of an event's data (or a list of them, for a text that names several). An erasure
 * finds by it the personal values of the object that it stands in, and of those in there that have no hash of their own.
 */
export const personHash = z.string();

/** How personal values go that no hash finds. */
const erasedHow = new WeakMap<z.ZodType, string>();

/** Keeps beside the schema of a personal value how that goes where no hash finds it. */
export function personalSchema<Schema extends z.ZodType>(schema: Schema, erased: string | undefined): Schema {
  if (erased !== undefined) erasedHow.set(schema, erased);
  return schema;
}

/** Whether data of this schema may hold a value about a person. */
export function holdsPersonal(schema: z.ZodType): boolean {
  return isPersonal(schema) || partsOf(schema).some(({ part }) => holdsPersonal(part));
}

/** Whether an erasure can find a person in data of this schema. */
export function holdsPersonHash(schema: z.ZodType): boolean {
  return schema === personHash || partsOf(schema).some(({ part }) => holdsPersonHash(part));
}

/** The places of personal values that no hash finds and that do not say how they go. */
export function unfoundPersonal(schema: z.ZodType, path = '', isFound = false): readonly string[] {
  if (isPersonal(schema)) return isFound || erasedHow.has(schema) ? [] : [path];
  const parts = partsOf(schema);
  const found = isReadable(schema) && (isFound || hashesOf(schema).length > 0);
  return parts.flatMap(({ name, part }) =>
    unfoundPersonal(part, [path, name].filter((each) => each !== '').join('.'), found),
  );
}

/** The keys of the personal values in `data`, sealed or not, that the person's hash stands beside or around. */
export function kidsOfPerson(schema: z.ZodType, data: unknown, person: string, isTheirs = false): readonly Kid[] {
  if (data === null || typeof data !== 'object') return [];
  // Each of its three forms has it.
  if (isPersonal(schema)) return isTheirs ? [(data as { readonly kid: Kid }).kid] : [];
  const hashes = hashesOf(schema);
  const members = data as Readonly<Record<string, unknown>>;
  const theirs = hashes.length === 0 ? isTheirs : hashes.some((name) => [members[name]].flat().includes(person));
  if (schema instanceof z.ZodObject) {
    return partsOf(schema).flatMap(({ name, part }) => kidsOfPerson(part, members[name], person, theirs));
  }
  if (schema instanceof z.ZodArray || schema instanceof z.ZodRecord) {
    const items = Object.values(members);
    return partsOf(schema).flatMap(({ part }) => items.flatMap((item) => kidsOfPerson(part, item, person, theirs)));
  }
  return partsOf(schema).flatMap(({ part }) => kidsOfPerson(part, data, person, theirs));
}

interface Part {
  readonly name: string;
  readonly part: z.ZodType;
}

/** The schemas that one is made of. Of a kind that {@link kidsOfPerson} cannot follow too, so that a value in there is missed by no check. */
function partsOf(schema: z.ZodType): readonly Part[] {
  if (schema instanceof z.ZodObject) return named(schema.shape);
  if (schema instanceof z.ZodRecord) return named({ '*': schema.valueType });
  return Object.values(schema.def).flatMap((value: unknown) =>
    Array.isArray(value) ? named({ ...value }) : named({ '': value }),
  );
}

function named(parts: object): readonly Part[] {
  return Object.entries(parts).flatMap(([name, part]) => (part instanceof z.ZodType ? [{ name, part }] : []));
}

/** Names of the members of an object that hold a person's hash. */
function hashesOf(schema: z.ZodType): readonly string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return partsOf(schema).flatMap(({ name, part }) => (isHash(part) ? [name] : []));
}

function isHash(schema: z.ZodType): boolean {
  if (schema === personHash) return true;
  return (isWrapper(schema) || schema instanceof z.ZodArray) && partsOf(schema).some(({ part }) => isHash(part));
}

function isWrapper(schema: z.ZodType): boolean {
  return [z.ZodOptional, z.ZodExactOptional, z.ZodNullable, z.ZodDefault].some((kind) => schema instanceof kind);
}

function isReadable(schema: z.ZodType): boolean {
  return isWrapper(schema) || [z.ZodObject, z.ZodArray, z.ZodRecord, z.ZodUnion].some((kind) => schema instanceof kind);
}

/** By its sealed form, so that a copy of the schema, as `describe` makes one, counts too. */
function isPersonal(schema: z.ZodType): boolean {
  if (!(schema instanceof z.ZodUnion)) return false;
  return schema.options.some(
    (form) => form instanceof z.ZodObject && ['kid', 'iv', 'ct', 'tag'].every((name) => name in form.shape),
  );
}
