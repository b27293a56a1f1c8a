/** An ISO 8601 UTC time as the public API writes it: `2026-01-02 03:04:05.678000+00`. */
export function restTimestamp(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}000+00`;
}
