const base = '/dashboard';

/**
 * Where to go after signing in, from what an address says: a path of this page, or the first room. Any site can make
 * such an address, so another origin, another scheme and what only looks like a path of ours lead nowhere (open
 * redirect, CWE-601).
 */
export function returnPath(asked: unknown, origin = window.location.origin): string {
  if (typeof asked !== 'string' || !asked.startsWith(base)) return base;
  if (!URL.canParse(asked, origin)) return base;
  const url = new URL(asked, origin);
  const isOurs = url.pathname === base || url.pathname.startsWith(`${base}/`);
  return url.origin === origin && isOurs ? url.pathname + url.search + url.hash : base;
}
