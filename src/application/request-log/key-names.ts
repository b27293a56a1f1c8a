import { query } from '../access/use-case.js';
import type { ApiKeyEvent } from '../../domain/api-key/events.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { type ApiKeyDocument, apiKeysProjection } from '../../projections/api-keys/api-keys.projection.js';
import { decodeInTurns } from '../shared/decode-in-turns.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';

/** Names the API keys in the rows of GET /dashboard-api/logs: {@link keyNames}. */
export interface NameApiKeys {
  readonly teamId: string;
  readonly ids: ReadonlySet<string>;
}

type KeyNamesPorts = LogPorts & { readonly readStore: Pick<Ports['readStore'], 'get'> };

export const NameApiKeys = query({ name: 'NameApiKeys', need: 'read-only', run: keyNames });

/**
 * The names of a team's API keys by id; of deleted ones that which they had last. What is no key of the team is not
 * there.
 */
async function keyNames(
  ports: KeyNamesPorts,
  { teamId, ids }: Pick<NameApiKeys, 'teamId' | 'ids'>,
): Promise<ReadonlyMap<string, string>> {
  const named = await Promise.all(
    [...ids].map(async (id) => {
      // The read store keeps what the projection of this shape wrote.
      const document = await ports.readStore.get(apiKeysProjection, id);
      const found = document ?? (await fromItsStream(ports, id));
      return found?.teamId === teamId ? ([[id, found.name]] as const) : [];
    }),
  );
  return new Map(named.flat());
}

/** Keys that are deleted are in no document. */
async function fromItsStream(
  { store, codec }: KeyNamesPorts,
  id: string,
): Promise<Pick<ApiKeyDocument, 'teamId' | 'name'> | undefined> {
  const recorded = await decodeInTurns(codec, await store.readStream(streamName('apikey', id)), undefined);
  let found: Pick<ApiKeyDocument, 'teamId' | 'name'> | undefined;
  for (const { event } of recorded) {
    // A stream holds the events of its own aggregate.
    const { type, data } = event as ApiKeyEvent;
    if (type === 'ApiKeyCreated') found = { teamId: data.teamId, name: data.name };
    if (type === 'ApiKeyRenamed' && found !== undefined) found = { ...found, name: data.name };
  }
  return found;
}
