/** What a receiver publishes about the TLS of its mail hosts (RFC 8461 §3.2). */
export interface StsPolicy {
  /** `enforce`: email goes to hosts of the policy that prove their name, or not at all. `testing` changes nothing. */
  readonly mode: 'enforce' | 'testing' | 'none';
  /** Host names, lower case; `*.` stands for exactly one label. Empty only where the mode is `none`. */
  readonly mx: readonly string[];
  /** How long it holds from when it was fetched. */
  readonly maxAgeSeconds: number;
}

/** RFC 8461 §3.2: a year, about. */
const longestMaxAgeSeconds = 31_557_600;
/** The policies of thousands of domains are kept. */
const mostMxCharacters = 8_192;
/** RFC 8461 §3.1: `id` is letters and digits. */
const idField = /^id=([a-z0-9]{1,32})$/i;
const extensionField = /^[a-z0-9][a-z0-9_.-]{0,31}=[\x21-\x3a\x3c\x3e-\x7e]+$/i;

/**
 * The id of the policy that the TXT records of `_mta-sts` announce (RFC 8461 §3.1). Undefined where there is no such
 * record, more than one, or one that is not valid.
 */
export function stsRecordId(records: readonly string[]): string | undefined {
  const announced = records.filter((record) => /^v=STSv1[ \t]*;/.test(record));
  const [record] = announced;
  if (record === undefined || announced.length > 1) return undefined;
  const fields = record.split(';').map((field) => field.trim());
  // One semicolon may stand at the end.
  const named = fields.slice(1, fields.at(-1) === '' ? -1 : undefined);
  if (!named.every((field) => idField.test(field) || extensionField.test(field))) return undefined;
  return named.map((field) => idField.exec(field)?.[1]).find((id) => id !== undefined);
}

/** The policy of a file (RFC 8461 §3.2): unknown keys are passed over. Undefined where it is not valid. */
export function parseStsPolicy(text: string): StsPolicy | undefined {
  const fields = new Map<string, string>();
  const mx: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    if (colon < 1) return undefined;
    const [key, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    if (key === 'mx') mx.push(value.toLowerCase());
    // The first of a key counts.
    else if (!fields.has(key)) fields.set(key, value);
  }
  const mode = fields.get('mode');
  const maxAge = fields.get('max_age') ?? '';
  if (fields.get('version') !== 'STSv1' || !/^\d{1,10}$/.test(maxAge)) return undefined;
  if (mode !== 'enforce' && mode !== 'testing' && mode !== 'none') return undefined;
  if (mx.reduce((sum, { length }) => sum + length, 0) > mostMxCharacters) return undefined;
  if (!mx.every(isPattern) || (mx.length === 0 && mode !== 'none')) return undefined;
  return { mode, mx, maxAgeSeconds: Math.min(Number(maxAge), longestMaxAgeSeconds) };
}

/** A policy file (RFC 8461 §3.2). */
export function writeStsPolicy({ mode, mx, maxAgeSeconds }: StsPolicy): string {
  const fields = ['version: STSv1', `mode: ${mode}`, ...mx.map((host) => `mx: ${host}`), `max_age: ${maxAgeSeconds}`];
  return fields.map((field) => `${field}\r\n`).join('');
}

/** RFC 8461 §4.1. Both names in A-labels. */
export function isMxOfPolicy({ mx }: Pick<StsPolicy, 'mx'>, host: string): boolean {
  const name = host.toLowerCase();
  const parent = name.slice(name.indexOf('.') + 1);
  return mx.some((pattern) => pattern === name || (pattern === `*.${parent}` && parent !== name));
}

function isPattern(value: string): boolean {
  return /^(\*\.)?([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?)(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?)*$/.test(value);
}
