import { operationId } from './document.js';
import type { Operation } from './operation.js';
import { tagOf } from './tags.js';

/** Where the page of `/docs` shows the endpoint that a request went to; null where the document has none. */
export function referenceOf(
  operations: readonly Operation[],
  { method, endpoint }: { readonly method: string; readonly endpoint: string },
): string | null {
  const parts = endpoint.split('/');
  const found = operations
    .filter((operation) => operation.method === method.toLowerCase() && fits(operation.path, parts))
    // A literal path before one with a parameter in its place.
    .sort((one, other) => parametersOf(one.path) - parametersOf(other.path))[0];
  return found === undefined ? null : `/docs#/${encodeURIComponent(tagOf(found).name)}/${operationId(found)}`;
}

function fits(path: string, parts: readonly string[]): boolean {
  const wanted = path.split('/');
  return wanted.length === parts.length && wanted.every((part, i) => part.startsWith('{') || part === parts[i]);
}

function parametersOf(path: string): number {
  return path.split('{').length - 1;
}
