import type { Actor, ApiKey } from '../../api/documents';

/** Who did it: an API key by its name where that is known. */
export function actorText({ kind, id }: Actor, apiKeys: readonly ApiKey[]): string {
  if (kind !== 'api-key') return `${kind} ${id}`;
  const name = apiKeys.find((key) => key.id === id)?.name;
  return name === undefined ? `API key ${id}` : `API key “${name}”`;
}
