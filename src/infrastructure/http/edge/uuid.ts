import { ApiError } from './errors/api-error.js';

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

/** Prefixes of webhook messages, and of attempts at them. */
export type IdPrefix = 'msg' | 'atmpt';

export function isPrefixedId(prefix: IdPrefix, value: unknown): value is string {
  return (
    typeof value === 'string' && value.startsWith(`${prefix}_`) && /^[0-9a-f]{32}$/.test(value.slice(prefix.length + 1))
  );
}

/** The id in a path, in lower case as ids are stored. */
export function pathId(value: string): string {
  if (!isUuid(value)) throw new ApiError(422, 'invalid_parameter', 'The `id` in the path must be a valid UUID.');
  return value.toLowerCase();
}
