/** What a page of the dashboard does with HTTP: one cookie jar, the headers of a browser, the token of the session. */
export class Browser {
  readonly cookies = new Map<string, string>();
  csrf: string | undefined;

  constructor(
    readonly url: string,
    readonly headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' },
  ) {}

  async call(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...this.headers,
        ...(this.cookies.size === 0 ? {} : { cookie: this.cookieHeader() }),
        ...(this.csrf === undefined ? {} : { 'x-posthorn-csrf': this.csrf }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) this.keep(cookie);
    const text = await answer.text();
    const parsed: unknown = text.startsWith('{') ? JSON.parse(text) : text;
    return { status: answer.status, headers: answer.headers, body: parsed as Readonly<Record<string, unknown>> };
  }

  /** Asks who is signed in, and keeps the token for what changes something. */
  async session() {
    const answer = await this.call('GET', '/dashboard-api/session');
    this.csrf = answer.status === 200 ? String(answer.body['csrf_token']) : undefined;
    return answer;
  }

  async signIn(email: string, password: string) {
    const answer = await this.call('POST', '/dashboard-api/sign-in', { email, password });
    await this.session();
    return answer;
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private keep(header: string): void {
    const [name = '', value = ''] = header.split(';', 1)[0]?.split('=') ?? [];
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
