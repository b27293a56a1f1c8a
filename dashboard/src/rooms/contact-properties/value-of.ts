import type { RowOf } from '../../api/operations';
import { ApiProblem } from '../../api/problem';
import { propertyMessages as words } from '../../messages/contact-properties';

export type PropertyType = RowOf<'GET /dashboard-api/contact-properties'>['type'];

/**
 * What was typed, as a value of the type; nothing typed is no value.
 * @param field where it is said that this is no number
 */
export function valueOf(typed: string, type: PropertyType, field: string): string | number | null {
  if (typed === '') return null;
  if (type === 'string') return typed;
  const value = Number(typed);
  if (Number.isNaN(value) || typed.trim() === '') throw new ApiProblem('refused', words.noNumber, field);
  return value;
}
