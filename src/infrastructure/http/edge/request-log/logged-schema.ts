import type { JsonSchema } from '../field.js';
import { isUuid } from '../uuid.js';

/** The schemas of one operation, by which the request log decides what it keeps of its requests and answers. */
export interface LoggedSchemas {
  readonly body: readonly JsonSchema[];
  readonly answer: readonly JsonSchema[];
  readonly failure: readonly JsonSchema[];
}

/**
 * What may be kept of a value: `value`: itself; `domains`: of the addresses in it their domains; `shape`: that it is
 * there, and what it consists of; `nothing`: not even that.
 */
type Keeping = 'value' | 'domains' | 'shape' | 'nothing';

const isoTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/**
 * By the schemas that may describe the value. A value is kept where its schema leaves no room for a secret (numbers,
 * switches, one of several words, ids, times), or says `x-logged`. Without a schema nothing is: a field that is added
 * and not thought of here is redacted.
 */
export function keepingOf(schemas: readonly JsonSchema[], value: unknown): Keeping {
  const marks = new Set(schemas.map((schema) => schema['x-logged']));
  if (marks.has(false)) return 'nothing';
  if (schemas.some((schema) => leavesNoRoom(schema, value))) return 'value';
  if (typeof value !== 'string') return 'shape';
  if (marks.has(true)) return 'value';
  return marks.has('domains') ? 'domains' : 'shape';
}

function leavesNoRoom(schema: JsonSchema, value: unknown): boolean {
  if (typeof value === 'number') return schema['type'] === 'number' || schema['type'] === 'integer';
  if (typeof value === 'boolean') return schema['type'] === 'boolean' || schema['const'] === value;
  if (typeof value !== 'string') return false;
  const { enum: words, const: word, format } = schema;
  if (word === value || (Array.isArray(words) && words.includes(value))) return true;
  return format === 'uuid' ? isUuid(value) : format === 'date-time' && isoTime.test(value);
}

/** The schemas of a member of an object. */
export function membersOf(schemas: readonly JsonSchema[], name: string): readonly JsonSchema[] {
  return schemas.flatMap(({ properties, additionalProperties }) => {
    const declared = isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return isSchema(declared) ? alternativesOf(declared) : [];
  });
}

/** The schemas of the items of an array. */
export function itemsOf(schemas: readonly JsonSchema[]): readonly JsonSchema[] {
  return schemas.flatMap(({ items }) => (isSchema(items) ? alternativesOf(items) : []));
}

/** A schema and everything that it is made of. */
export function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  const parts = [schema['anyOf'], schema['oneOf'], schema['allOf']].flat().filter(isSchema);
  return [schema, ...parts.flatMap(alternativesOf)];
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
