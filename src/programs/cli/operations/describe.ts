import { tableOf } from '../shared/table.js';

/** An answer of the API for people: a line for each field, and a table for each list of objects. */
export function describeAnswer(answer: unknown): string {
  if (!isObject(answer)) return answer === undefined ? 'Done.' : JSON.stringify(answer, null, 2);
  const fields = Object.entries(answer).filter(([name, value]) => name !== 'object' && value !== null);
  const tables = fields.filter(([, value]) => isTable(value));
  const lines = fields.filter(([, value]) => !isTable(value));
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  return [
    lines.map(([name, value]) => `${name.padEnd(width)}  ${cellOf(value, width + 2)}`).join('\n'),
    ...tables.map(([name, value]) => `${name}\n${tableOfRows(value as readonly object[])}`),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The rows as columns of these names. */
export function tableOfFields(rows: readonly object[], columns: readonly string[]): string {
  return tableOf(
    columns.map((column) => column.replaceAll('_', ' ')),
    rows.map((row) => columns.map((column) => cellOf(new Map(Object.entries(row)).get(column)))),
  );
}

/** With the columns that have a value somewhere, and hold no objects. */
function tableOfRows(rows: readonly object[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const isShown = (name: string): boolean => {
    const values = rows.map((row) => new Map<string, unknown>(Object.entries(row)).get(name));
    return values.some((value) => value != null && value !== '') && !values.some(isObject);
  };
  return tableOfFields(rows, names.filter(isShown));
}

function cellOf(value: unknown, indent = 0): string {
  if (value === null || value === undefined || value === '') return '-';
  if (Array.isArray(value))
    return value.every((each) => !isObject(each)) ? value.join(', ') || '-' : JSON.stringify(value);
  if (isObject(value)) return JSON.stringify(value);
  return String(value).replaceAll(/\r?\n/g, indent === 0 ? ' ' : `\n${' '.repeat(indent)}`);
}

function isTable(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
