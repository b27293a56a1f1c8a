import { contactWireNames } from '../shared/contact-fields.js';
import { filterProblem } from './check-filter.js';
import { type FieldKind, kindOf, type Named } from './fields.js';
import { type FilterProblem, readFilter, type SegmentFilter } from './filter.js';

/*
 * A condition of a content, in words: `properties.plan eq pro`, `not segment:<id>`. Field, operator and value are those
 * of a segment's filter; `contact.plan` is the property as merge tags name it.
 */
const words = /^(not\s+)?(\S+)(?:\s+([a-z_]+)(?:\s+(.+))?)?$/s;
const members: readonly string[] = ['email', ...contactWireNames];
const unary: readonly string[] = ['exists', 'is_empty'];
const counted: readonly string[] = ['in_last_days', 'more_than_days_ago', 'in_next_days'];

/** The field that a condition looks at. */
export function fieldOfCondition(condition: string): string {
  const [, , written = ''] = words.exec(condition) ?? [];
  const [, name] = /^contact\.(.+)$/.exec(written) ?? [];
  if (name === undefined) return written;
  return members.includes(name) ? name : `properties.${name}`;
}

/** The filter that a condition stands for, which the team can use now, or why it cannot. */
export function filterOfCondition(condition: string, named: Named): { readonly filter: SegmentFilter } | FilterProblem {
  const [whole, not, , operator, written] = words.exec(condition) ?? [];
  if (whole === undefined) return { path: 'condition', problem: 'It must be a field, an operator and a value.' };
  const field = fieldOfCondition(condition);
  const kind = kindOf(field, named);
  const rule =
    operator === undefined
      ? { type: 'rule', field, ...shortFor(kind) }
      : { type: 'rule', field, operator, ...valueOf(operator, kind, written) };
  const read = readFilter(not === undefined ? rule : { type: 'not', rule });
  if ('problem' in read) return read;
  return filterProblem(read.filter, named) ?? read;
}

/** What a field alone asks for. */
function shortFor(kind: FieldKind | undefined): { readonly operator: string; readonly value?: boolean | string } {
  if (kind === 'segment' || kind === 'flag') return { operator: 'eq', value: true };
  return kind === 'topic' ? { operator: 'eq', value: 'opt_in' } : { operator: 'exists' };
}

function valueOf(
  operator: string,
  kind: FieldKind | undefined,
  written: string | undefined,
): { readonly value?: string | number | boolean } {
  if (unary.includes(operator) || written === undefined) return {};
  const text = /^"(.*)"$/s.exec(written)?.[1] ?? written;
  // What is no number is refused as the text that it is.
  if ((kind === 'number' || counted.includes(operator)) && Number.isFinite(Number(text)))
    return { value: Number(text) };
  const isFlag = (kind === 'flag' || kind === 'segment') && (text === 'true' || text === 'false');
  return { value: isFlag ? text === 'true' : text };
}
