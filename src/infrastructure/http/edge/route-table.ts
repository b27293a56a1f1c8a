import { Injectable } from '@nestjs/common';

/** Every route that the server answers, as it was registered. */
@Injectable()
export class RouteTable {
  readonly #methodsByUrl = new Map<string, Set<string>>();

  add(method: string, url: string): void {
    const methods = this.#methodsByUrl.get(url) ?? new Set();
    this.#methodsByUrl.set(url, methods.add(method));
  }

  entries(): readonly { readonly method: string; readonly url: string }[] {
    return [...this.#methodsByUrl].flatMap(([url, methods]) => [...methods].map((method) => ({ method, url })));
  }

  /** The verbs that a path is served under, for a verb that it is not; none when there is no such endpoint. */
  methodsOf(path: string, wanted: string): readonly string[] {
    const methods = new Set<string>();
    for (const [url, served] of this.#methodsByUrl) {
      if (matches(url, path)) for (const method of served) methods.add(method);
    }
    return methods.has(wanted) ? [] : [...methods].sort();
  }
}

function matches(url: string, path: string): boolean {
  const wanted = url.split('/');
  const given = path.split('/');
  if (wanted.at(-1) === '*')
    return given.length >= wanted.length && wanted.slice(0, -1).every((part, i) => part === given[i]);
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => part === given[i] || (part[0] === ':' && given[i] !== ''))
  );
}
