import { invalid } from '../edge/errors/api-error.js';
import type { JsonSchema } from '../edge/field.js';
import { isUuid } from '../edge/uuid.js';
import { query } from './operation.js';

const maxSearchCharacters = 256;
/** A page of a list. */
const mostIds = 100;
const isoTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** A parameter that narrows a list: its name in the query string, its part of the document, and how it is read. */
export interface Filter<Value> {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly description: string;
  /** Throws the error for what is not acceptable. A repeated parameter is an array. */
  read(value: unknown, name: string): Value;
}

type Read<Filters> = {
  readonly [Name in keyof Filters]?: Filters[Name] extends Filter<infer Value> ? Value : never;
};

/** The filters of a list under the names that its use case has for them. What is read has those that were given. */
export function filters<Filters extends Readonly<Record<string, Filter<unknown>>>>(all: Filters) {
  return {
    parameters: Object.values(all).map(({ name, schema, description }) => query(name, schema, description)),
    read(given: Readonly<Record<string, unknown>>): Read<Filters> {
      const read = Object.entries(all).flatMap(([key, filter]) => {
        const value = given[filter.name];
        return value === undefined ? [] : [[key, filter.read(value, filter.name)] as const];
      });
      // Each key with what its own filter read.
      return Object.fromEntries(read) as Read<Filters>;
    },
  };
}

/** Whether a list is a search, which walks over more than a page, or a page of everything. */
export const isSearch = ({ filter }: { readonly filter: object }): boolean => Object.keys(filter).length > 0;

export function uuidFilter(name: string, description: string): Filter<string> {
  return { name, schema: { type: 'string', format: 'uuid' }, description, read: readUuid };
}

function readUuid(value: unknown, name: string): string {
  if (!isUuid(value)) throw invalid(`The \`${name}\` parameter must be a valid UUID.`);
  return value.toLowerCase();
}

/** Ids of a page of things, separated by commas. */
export function idsFilter(description: string): Filter<readonly string[]> {
  const schema = { type: 'string', maxLength: mostIds * 37, examples: ['019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3c88'] };
  return { name: 'ids', schema, description, read: readIds };
}

function readIds(value: unknown, name: string): readonly string[] {
  const ids = typeof value === 'string' ? value.split(',') : [];
  if (ids.length === 0 || ids.length > mostIds || !ids.every(isUuid)) {
    throw invalid(`The \`${name}\` parameter must be 1 to ${mostIds} UUIDs, separated by commas.`);
  }
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

export function oneOfFilter<Value extends string>(
  name: string,
  values: readonly Value[],
  description: string,
): Filter<Value> {
  return {
    name,
    schema: { type: 'string', enum: values },
    description,
    read(value) {
      const found = values.find((known) => known === value);
      if (found === undefined) throw invalid(`The \`${name}\` parameter must be one of ${values.join(', ')}.`);
      return found;
    },
  };
}

/** A day, or a time with a zone; in milliseconds since the epoch. */
export function timeFilter(name: string, description: string): Filter<number> {
  return { name, schema: { type: 'string', format: 'date-time' }, description, read: readTime };
}

function readTime(value: unknown, name: string): number {
  const atMs = typeof value === 'string' && isoTime.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(atMs)) {
    throw invalid(`The \`${name}\` parameter must be a day or a time with a zone, as ISO 8601 writes it.`);
  }
  return atMs;
}

/** Words that are looked for. */
export function searchFilter(description: string): Filter<string> {
  const schema = { type: 'string', maxLength: maxSearchCharacters };
  return { name: 'search', schema, description, read: (value) => readText(value, 'search', maxSearchCharacters) };
}

/** A text of at most so many characters, given once. */
export function readText(value: unknown, name: string, maxCharacters: number): string {
  if (typeof value === 'string' && value.length <= maxCharacters) return value;
  throw invalid(`The \`${name}\` parameter must be given once, with at most ${maxCharacters} characters.`);
}
