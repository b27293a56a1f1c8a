/**
 * Where a link leads as a browser reads it, which drops line breaks in it.
 *
 * @returns undefined where it leads to no page.
 */
export function targetOf(href: string): string | undefined {
  if (!/^\s*https?:/i.test(href)) return undefined;
  return URL.canParse(href) ? new URL(href).href : undefined;
}
