/** Follows redirects as a browser does, with cookies, until one leads to `until`. Answers that address, unvisited. */
export async function walk(from: string, until: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = new URL(from);
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${at.pathname} answered ${response.status}: ${await response.text()}`);
    at = new URL(location, at);
    if (at.href.startsWith(until)) return at;
  }
  throw new Error('too many redirects');
}
