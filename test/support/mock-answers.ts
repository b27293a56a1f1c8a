export interface MockAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
  /** It is answered then, not at once (`test/page`). */
  readonly after?: Promise<void>;
}

export interface MockRequest {
  /** `METHOD path?query` */
  readonly name: string;
  readonly csrf: string | undefined;
  readonly body: string;
}

/**
 * An API for the page that gives the answers that it is given: over HTTP to a browser (`test/dashboard`), or as `fetch`
 * (`test/page`).
 */
export class MockAnswers {
  /**
   * By `METHOD path`, with the query or, for every query, without; a test may change them while the page is open. What
   * is not there is 404.
   */
  answers: Record<string, MockAnswer> = {};
  /** Every request so far. */
  requests: MockRequest[] = [];

  /** Other answers, each with status 200, and no requests so far. */
  reset(given: Readonly<Record<string, object>>): void {
    this.answers = Object.fromEntries(Object.entries(given).map(([name, body]) => [name, { status: 200, body }]));
    this.requests = [];
  }

  /** `address`: path and query. */
  answer(method: string, address: string, csrf: string | undefined, body: string): MockAnswer {
    // A list answers the same rows where it is asked how many there are too.
    const name = `${method} ${address}`.replace(/total=true&?/, '');
    this.requests.push({ name, csrf, body });
    const [path = ''] = address.split('?');
    return this.answers[name] ?? this.answers[`${method} ${path}`] ?? missing;
  }
}

const missing: MockAnswer = { status: 404, body: { statusCode: 404, name: 'not_found', message: 'Not found' } };
