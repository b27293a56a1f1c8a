import { z } from 'zod';
import type { Kid } from './personal.js';
import { isObject } from './members.js';

/**
 * A keyed hash of a person's address, as a member of an event's data (or a list of them, for a text that names
 * several). An erasure finds by it the personal values of the object that it stands in, and of those in there that have
 * no hash of their own.
 */
export const personHash = z.string();

/** What a definition says of a value about a person. */
export interface PersonalMeaning {
  /** How it goes where no hash finds it, in words. */
  readonly erased?: string;
  /**
   * Each time that it is written it is under a new key, which no other value has; when absent, under the key of its
   * stream.
   */
  readonly ownKey?: boolean;
}

const meanings = new WeakMap<z.ZodType, PersonalMeaning>();

/** Keeps beside the schema of a personal value what its definition says of it. */
export function personalSchema<Schema extends z.ZodType>(schema: Schema, meaning: PersonalMeaning): Schema {
  meanings.set(schema, meaning);
  return schema;
}

/** Whether the member of this name is under a key of its own. */
export function hasOwnKey(schema: z.ZodType, name: string): boolean {
  const member = partsOf(schema).find((each) => each.name === name)?.part;
  return member !== undefined && meaningOf(member).ownKey === true;
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
  if (isPersonal(schema)) return isFound || meaningOf(schema).erased !== undefined ? [] : [path];
  const parts = partsOf(schema);
  const found = isReadable(schema) && (isFound || hashesOf(schema).length > 0);
  return parts.flatMap(({ name, part }) =>
    unfoundPersonal(part, [path, name].filter((each) => each !== '').join('.'), found),
  );
}

/** The keys of the personal values in `data`, sealed or not, that the person's hash stands beside or around. */
export function kidsOfPerson(schema: z.ZodType, data: unknown, person: string): readonly Kid[] {
  return valuesIn(schema, data, (hashes) => hashes.includes(person)).flatMap(({ kid, isTheirs }) =>
    isTheirs ? [kid] : [],
  );
}

/** The keys of the personal values in `data` that are under the key of their stream. */
export function kidsOfStream(schema: z.ZodType, data: unknown): readonly Kid[] {
  return valuesIn(schema, data, () => false).flatMap(({ kid, schema }) =>
    meaningOf(schema).ownKey === true ? [] : [kid],
  );
}

interface Value {
  readonly kid: Kid;
  readonly schema: z.ZodType;
  readonly isTheirs: boolean;
}

/**
 * `names`: whether the hashes of the object that a value stands in, or else of the nearest around it, are those of whom
 * is asked for.
 */
function valuesIn(
  schema: z.ZodType,
  data: unknown,
  names: (hashes: readonly unknown[]) => boolean,
  isTheirs = false,
): readonly Value[] {
  if (!isObject(data)) return [];
  // Each of its three forms has the member.
  if (isPersonal(schema)) return [{ kid: (data as { readonly kid: Kid }).kid, schema, isTheirs }];
  const hashes = hashesOf(schema);
  const inside = hashes.length === 0 ? isTheirs : names(hashes.flatMap((name) => data[name]));
  return partsOf(schema).flatMap(({ name, part }) => {
    if (schema instanceof z.ZodObject) return valuesIn(part, data[name], names, inside);
    if (!(schema instanceof z.ZodArray || schema instanceof z.ZodRecord)) return valuesIn(part, data, names, inside);
    return Object.values(data).flatMap((item) => valuesIn(part, item, names, inside));
  });
}

interface Part {
  readonly name: string;
  readonly part: z.ZodType;
}

/**
 * The schemas that one is made of. Of a kind that {@link valuesIn} cannot follow too, so that a value in there is
 * missed by no check.
 */
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

/** Meaning of the member as it is when it is present. */
function meaningOf(schema: z.ZodType): PersonalMeaning {
  const inner = isWrapper(schema) ? partsOf(schema)[0]?.part : undefined;
  return inner === undefined ? (meanings.get(schema) ?? {}) : meaningOf(inner);
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
