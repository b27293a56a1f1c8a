import { ApiError } from './errors/api-error.js';

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

/** The id in a path, in lower case as ids are stored. */
export function pathId(value: string): string {
  if (!isUuid(value)) throw new ApiError(422, 'invalid_parameter', 'The `id` in the path must be a valid UUID.');
  return value.toLowerCase();
}
