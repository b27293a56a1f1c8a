/** A document as lines for people, `name: value`; what is inside a member stands beneath it. */
export function describeState(state: object, indent = '  '): string {
  return Object.entries(state)
    .flatMap(([name, value]: [string, unknown]) => linesOf(name, value, indent))
    .join('\n');
}

function linesOf(name: string, value: unknown, indent: string): string[] {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return [`${indent}${name}: ${value.length === 0 ? 'none' : value.join(', ')}`];
  }
  if (value !== null && typeof value === 'object') {
    return [`${indent}${name}:`, describeState(value, `${indent}  `)].filter((line) => line !== '');
  }
  return [`${indent}${name}: ${value === null ? 'none' : String(value)}`];
}
