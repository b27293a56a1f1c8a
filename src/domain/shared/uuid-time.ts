/** When a UUIDv7 was made, in milliseconds since the epoch (RFC 9562 §5.7). */
export function millisecondsOf(uuidV7: string): number {
  return Number.parseInt(uuidV7.replaceAll('-', '').slice(0, 12), 16);
}

const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * As {@link millisecondsOf}, ISO 8601, also where the id has a prefix (`msg_`). Any other UUID is some place in time,
 * too.
 */
export function timeOfId(id: string): string {
  return new Date(Math.min(millisecondsOf(id.slice(id.indexOf('_') + 1)), lastMs)).toISOString();
}

/** Below every UUIDv7 of this millisecond, above all of earlier ones: a bound for ranges of ids. */
export function lowestIdAt(milliseconds: number): string {
  const hex = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** 32 hex digits as a UUID is written. */
export function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
