/** Which requests of the log; `null` where anything will do. */
export interface LogFilter {
  /** A status such as `422`, or a class such as `4xx`. */
  readonly status: string | null;
  readonly method: string | null;
  /** The id of an API key. */
  readonly apiKey: string | null;
}

/** A path with those members of a query that are there. */
export function withQuery(path: string, members: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value !== null) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}
