import { readFileSync } from 'node:fs';
import { Misused } from '../shared/outcome.js';
import type { Field } from './resource-command.js';

/** What commander read: by the camel case of the option. */
export type Given = Readonly<Record<string, unknown>>;

/** The option of a field, in kebab case. */
export function optionOf({ name, option }: Field): string {
  return option ?? name.replaceAll('_', '-');
}

/** As commander declares it. */
export function flagsOf(field: Field): string {
  const option = `--${optionOf(field)}`;
  switch (field.kind) {
    case 'yes':
      return `${option} [yes|no]`;
    case 'list':
      return `${option} <${field.name}...>`;
    case 'file':
      return `${option} <file>`;
    default:
      return `${option} <${field.name}>`;
  }
}

/** The fields of a request that options were given for. Throws {@link Misused}. */
export function bodyOf(fields: readonly Field[], given: Given): Record<string, unknown> {
  const entries = fields.flatMap((field): (readonly [string, unknown])[] => {
    const value = given[camelCase(optionOf(field))];
    return value === undefined ? [] : [[field.name, valueOf(field, value)]];
  });
  return { ...dataOf(given['data']), ...Object.fromEntries(entries) };
}

/** The query of a list, without its leading question mark. */
export function queryOf(fields: readonly Field[], given: Given): URLSearchParams {
  const query = new URLSearchParams();
  for (const field of fields) {
    const value = given[camelCase(optionOf(field))];
    if (value !== undefined) query.set(field.name, String(value));
  }
  return query;
}

/** The path with the arguments in place of its parts in braces. */
export function pathWith(path: string, values: readonly string[]): string {
  let next = 0;
  return path.replaceAll(/\{[^}]+\}/g, () => encodeURIComponent(values[next++] ?? ''));
}

/** The names in braces. */
export function argumentsIn(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
}

/** A whole body: of a file, or of stdin where the name is `-`. Throws {@link Misused}. */
export function dataOf(file: unknown): Record<string, unknown> {
  if (file === undefined) return {};
  const name = String(file);
  const data = parseJson(readText(name), `${name} (--data)`);
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { ...data };
  throw new Misused(`${name} (--data) must hold a JSON object, such as {"name": "Shop"}.`);
}

function valueOf(field: Field, value: unknown): unknown {
  const option = `--${optionOf(field)}`;
  switch (field.kind) {
    case 'yes':
      if (value === true || value === 'yes' || value === 'true') return true;
      if (value === 'no' || value === 'false') return false;
      throw new Misused(`${option} must be yes or no.`);
    case 'number':
      if (/^\d+$/.test(String(value))) return Number(value);
      throw new Misused(`${option} must be a whole number, such as 10.`);
    case 'json':
      return parseJson(String(value), option);
    case 'file':
      return readText(String(value));
    case 'text':
    case 'list':
      return value;
  }
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Misused(`${what} must be JSON, such as {"name": "Shop"}.`);
  }
}

/** 0 is stdin. */
function readText(name: string): string {
  try {
    return readFileSync(name === '-' ? 0 : name, 'utf8');
  } catch (error) {
    throw new Misused(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

const camelCase = (option: string): string =>
  option.replaceAll(/-(.)/g, (_dash, letter: string) => letter.toUpperCase());
