/*
 * How an email looks in a light or a dark email client, whatever the reader of this page prefers: its media queries are
 * answered in its document before a browser reads it.
 */

type Scheme = 'light' | 'dark';

const asked = /prefers-color-scheme\s*:\s*(light|dark)/gi;
const always = 'min-width: 0px';
const never = 'max-width: 0px';

/** The document with its queries for a color scheme answered. */
export function inScheme(document: string, scheme: Scheme): string {
  return document.replace(asked, (_, wanted: string) => (wanted.toLowerCase() === scheme ? always : never));
}

/** Whether the email has styles of its own for dark email clients. */
export function hasDarkStyles(document: string): boolean {
  return Array.from(document.matchAll(asked)).some(([, wanted]) => wanted?.toLowerCase() === 'dark');
}
