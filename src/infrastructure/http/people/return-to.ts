const home = '/dashboard';
const maxCharacters = 300;

/** Where a browser goes after a sign-in: a page of the dashboard, and nowhere else. */
export function pageToReturnTo(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > maxCharacters || !asked.startsWith(home)) return home;
  // As a browser reads it: `\` is `/`, tabs and line ends are nothing (WHATWG URL §4.4).
  const { origin, pathname, search } = new URL(asked, 'http://page.invalid');
  const isPage = pathname === home || pathname.startsWith(`${home}/`);
  return origin === 'http://page.invalid' && isPage ? pathname + search : home;
}
