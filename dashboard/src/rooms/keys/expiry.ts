export type Expiry = 'never' | '30' | '90' | '365' | 'date';

const dayMs = 86_400_000;

/**
 * When a key made now expires, in ISO 8601; null: never. `day`: `YYYY-MM-DD`, whose end in this browser's zone is
 * meant.
 */
export function expiryOf(expiry: Expiry, day: string | null, now: Date): string | null {
  if (expiry === 'never') return null;
  if (expiry !== 'date') return new Date(now.getTime() + Number(expiry) * dayMs).toISOString();
  return day === null ? null : new Date(`${day}T23:59:59`).toISOString();
}
