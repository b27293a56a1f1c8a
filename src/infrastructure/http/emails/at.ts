import { expectedInstant, parseInstant } from '../../config/fields/parse.js';
import { invalid } from '../edge/errors/api-error.js';

/** The moment of a query string, in UTC with milliseconds; undefined where none is named. */
export function readAt(query: unknown): string | undefined {
  const { at } = query as Readonly<Record<string, unknown>>;
  if (at === undefined) return undefined;
  const instant = typeof at === 'string' ? parseInstant(at) : undefined;
  if (instant === undefined) throw invalid(`The \`at\` parameter must be ${expectedInstant}.`);
  return instant;
}
