import { apiKey } from '../../domain/api-key/api-key.js';
import type { ApiKeyCreated, Permission } from '../../domain/api-key/events.js';
import { streamName, type StreamName } from '../../domain/shared/stream-name.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { KeyedHash } from '../ports/hashing.js';
import { type AggregateCache, createAggregateCache } from '../shared/aggregate-cache.js';
import { type Principal, type RequestContext, unavailable } from '../shared/context.js';
import { handle, type LogPorts } from '../shared/handle.js';
import type { ChangeApiKeyResult } from './api-key.messages.js';
import type { Authenticator } from './authenticate.js';

export interface NewApiKey {
  readonly name: string;
  readonly permission: Permission;
  readonly domainId: string | null;
}

/** The credentials of all teams: a token leads to `apikey-<id>` directly, and only its keyed hash is stored. */
export interface ApiKeys extends Authenticator {
  /** `authenticate` for whoever asks it again and again, as a session does: the token is hashed once. */
  asking(token: string): () => Promise<Principal | undefined>;
  newToken(): string;
  idOf(token: string): string;
  /** False: the log could not be written. */
  create(token: string, context: RequestContext, key: NewApiKey): Promise<boolean>;
  rename(context: RequestContext, apiKeyId: string, name: string): Promise<ChangeApiKeyResult>;
  remove(context: RequestContext, apiKeyId: string): Promise<ChangeApiKeyResult>;
  forget(stream: StreamName): void;
}

export interface ApiKeysDependencies {
  readonly ports: LogPorts;
  readonly hash: KeyedHash;
  readonly newToken: () => string;
  readonly onWritten: (teamId: string, position: Position) => void;
}

export function createApiKeys({ ports, hash, newToken, onWritten }: ApiKeysDependencies): ApiKeys {
  const cache = createAggregateCache(ports, apiKey);
  const noteUse = createUseNoter(ports, cache);
  const hashOf = (token: string): string => hash.hash('api-key', [token]);
  const idOfHash = (tokenHash: string): string => ports.ids.fromHash(tokenHash);

  function asking(token: string): () => Promise<Principal | undefined> {
    const tokenHash = hashOf(token);
    const apiKeyId = idOfHash(tokenHash);
    const stream = streamName('apikey', apiKeyId);
    return async () => {
      const state = await cache.get(stream);
      // Both are keyed hashes: how long a comparison takes tells nothing about a token.
      if (state.status !== 'active' || state.key.tokenHash !== tokenHash) return undefined;
      noteUse(state.key, state.lastUsedDay);
      const { teamId, permission, domainId } = state.key;
      return { apiKeyId, teamId, permission, domainId };
    };
  }

  async function change(
    context: RequestContext,
    apiKeyId: string,
    command: { type: 'RenameApiKey'; teamId: string; name: string } | { type: 'DeleteApiKey'; teamId: string },
  ): Promise<ChangeApiKeyResult> {
    const stream = streamName('apikey', apiKeyId);
    const handled = await handle(ports, apiKey, stream, command, { context, region: null });
    cache.forget(stream);
    if ('events' in handled) {
      if (handled.position !== undefined) onWritten(context.teamId, handled.position);
      return { id: apiKeyId };
    }
    return handled.refused === 'unavailable' ? unavailable : { refused: 'not-found' };
  }

  return {
    newToken,
    idOf: (token) => idOfHash(hashOf(token)),

    authenticate: (token) => asking(token)(),
    asking,

    async create(token, context, { name, permission, domainId }) {
      const tokenHash = hashOf(token);
      const apiKeyId = idOfHash(tokenHash);
      const stream = streamName('apikey', apiKeyId);
      const key = { apiKeyId, teamId: context.teamId, name, permission, domainId, tokenHash };
      const handled = await handle(ports, apiKey, stream, { type: 'CreateApiKey', key }, { context, region: null });
      cache.forget(stream);
      if ('events' in handled && handled.position !== undefined) onWritten(context.teamId, handled.position);
      return !('refused' in handled) || handled.refused === 'already-exists';
    },

    rename: (context, apiKeyId, name) =>
      change(context, apiKeyId, { type: 'RenameApiKey', teamId: context.teamId, name }),
    remove: (context, apiKeyId) => change(context, apiKeyId, { type: 'DeleteApiKey', teamId: context.teamId }),
    forget: (stream) => cache.forget(stream),
  };
}

/** `ApiKeyUsed` at most once a day and key, off the request path; a crash may lose it. */
function createUseNoter(ports: LogPorts, cache: Pick<AggregateCache<unknown>, 'forget'>) {
  const noted = new Map<string, string>();
  return (key: ApiKeyCreated['data'], lastUsedDay: string | undefined): void => {
    const day = new Date(ports.clock.now()).toISOString().slice(0, 10);
    if (lastUsedDay === day || noted.get(key.apiKeyId) === day) return;
    noted.set(key.apiKeyId, day);
    const stream = streamName('apikey', key.apiKeyId);
    const context = {
      teamId: key.teamId,
      actor: { kind: 'api-key', id: key.apiKeyId } as const,
      correlationId: ports.ids.next(),
    };
    handle(ports, apiKey, stream, { type: 'NoteApiKeyUse', day }, { context, region: null }).then(
      () => cache.forget(stream),
      () => noted.delete(key.apiKeyId),
    );
  };
}
