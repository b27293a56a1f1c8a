import type { Advice, RecordStatus } from './finding.js';

/** What the values at the right name are worth. */
export interface Judgement {
  readonly status: Extract<RecordStatus, 'verified' | 'missing' | 'different'>;
  readonly found: readonly string[];
  readonly advice: readonly Advice[];
}

/** Names that differ in case or in the trailing dot alone are one name (RFC 4343). */
export function sameName(left: string, right: string): boolean {
  const plain = (name: string) => name.toLowerCase().replace(/\.$/, '');
  return plain(left) === plain(right);
}

/** Which characters of people's clipboards surround or fill a value; undefined where there are none. */
export function strayCharacters(text: string): Extract<Advice, { code: 'stray-characters' }>['characters'] | undefined {
  if (text.includes('"')) return 'quotes';
  if (text.includes('\\')) return 'backslashes';
  return text === text.trim() ? undefined : 'spaces';
}

export function withoutStrayCharacters(text: string): string {
  return text.replace(/["\\]/g, '').trim();
}
