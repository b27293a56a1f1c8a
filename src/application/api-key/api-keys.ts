import { apiKey, type ApiKeyCommand, type ApiKeyRefusal, type ApiKeyState } from '../../domain/api-key/api-key.js';
import type { ApiKeyCreated, ApiKeyEvent, Permission } from '../../domain/api-key/events.js';
import { streamName, type StreamName } from '../../domain/shared/stream-name.js';
import { type AggregateCache, createAggregateCache } from '../shared/aggregate-cache.js';
import type { Principal, RequestContext } from '../shared/context.js';
import { handle, type Handled, type LogPorts } from '../shared/handle.js';
import type { OwnWrites } from '../shared/own-writes.js';
import type { Ports } from '../shared/ports.js';

/** What answers whose a token is; undefined: it is no key that is in force. */
export type Authenticator = Pick<ApiKeys, 'authenticate'>;

export type ApiKeysPorts = LogPorts &
  Pick<Ports, 'hash'> & {
    readonly ownWrites: Pick<OwnWrites, 'note'>;
    readonly newToken: () => string;
  };

export interface NewApiKey {
  readonly name: string;
  readonly permission: Permission;
  readonly domainId: string | null;
  /** ISO 8601. */
  readonly expiresAt?: string | undefined;
  /** The key whose place it takes. */
  readonly replaces?: string | undefined;
}

/** A key that is in force, or has expired. */
export interface KnownApiKey {
  readonly key: ApiKeyCreated['data'];
  readonly replacedBy: string | undefined;
}

/** A shorter token was set by the operator, and a part of it may be all of it. */
const minShownTokenCharacters = 24;
const shownCharacters = 6;

/**
 * The credentials of all teams, cached: a token leads to `apikey-<id>` directly, and only its keyed hash is stored.
 * Keys that other processes write are known once `forget` has been called for their streams.
 */
export class ApiKeys {
  private readonly cache: AggregateCache<ApiKeyState>;
  /** By key: the last UTC day on which this process noted its use. */
  private readonly notedDays = new Map<string, string>();

  constructor(private readonly ports: ApiKeysPorts) {
    this.cache = createAggregateCache(ports, apiKey);
  }

  newToken(): string {
    return this.ports.newToken();
  }

  idOf(token: string): string {
    return this.idOfHash(this.hashOf(token));
  }

  authenticate(token: string): Promise<Principal | undefined> {
    return this.authenticatorFor(token)();
  }

  /** `authenticate` for a caller that asks about one token again and again, as a session does: it is hashed once. */
  authenticatorFor(token: string): () => Promise<Principal | undefined> {
    const tokenHash = this.hashOf(token);
    const apiKeyId = this.idOfHash(tokenHash);
    const stream = streamName('apikey', apiKeyId);
    return async () => {
      const state = await this.cache.get(stream);
      // Both are keyed hashes: how long a comparison takes reveals nothing about a token.
      if (state.status !== 'active' || state.key.tokenHash !== tokenHash) return undefined;
      const { expiresAt } = state.key;
      if (expiresAt !== undefined && this.ports.clock.now() >= Date.parse(expiresAt)) return undefined;
      this.noteUse(state.key, state.lastUsedDay);
      const { teamId, permission, domainId } = state.key;
      return { apiKeyId, teamId, permission, domainId };
    };
  }

  /**
   * A token that is a key already stays as it is.
   * @returns false when the log could not be written.
   */
  async create(
    token: string,
    context: RequestContext,
    { name, permission, domainId, expiresAt, replaces }: NewApiKey,
  ): Promise<boolean> {
    const tokenHash = this.hashOf(token);
    const apiKeyId = this.idOfHash(tokenHash);
    const key = {
      apiKeyId,
      teamId: context.teamId,
      name,
      permission,
      domainId,
      tokenHash,
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(token.length < minShownTokenCharacters ? {} : { tokenStart: token.slice(0, shownCharacters) }),
      ...(replaces === undefined ? {} : { replaces }),
    };
    const handled = await this.write(context, apiKeyId, { type: 'CreateApiKey', key });
    return !('refused' in handled) || handled.refused === 'already-exists';
  }

  /** @returns undefined when the team has no such key. */
  async find(teamId: string, apiKeyId: string): Promise<KnownApiKey | undefined> {
    const state = await this.cache.get(streamName('apikey', apiKeyId));
    if (state.status !== 'active' || state.key.teamId !== teamId) return undefined;
    return { key: state.key, replacedBy: state.replacedBy };
  }

  /** Decides and appends; this process knows the result at once, and the team's lists wait for it. */
  async write(
    context: RequestContext,
    apiKeyId: string,
    command: ApiKeyCommand,
  ): Promise<Handled<ApiKeyEvent, ApiKeyRefusal, ApiKeyState>> {
    const stream = streamName('apikey', apiKeyId);
    const handled = await handle(this.ports, apiKey, stream, command, { context, region: null });
    this.cache.forget(stream);
    if ('events' in handled && handled.position !== undefined) {
      this.ports.ownWrites.note(context.teamId, handled.position);
    }
    return handled;
  }

  /** After another process has written to the stream. */
  forget(stream: StreamName): void {
    this.cache.forget(stream);
  }

  private hashOf(token: string): string {
    return this.ports.hash.hash('api-key', [token]);
  }

  private idOfHash(tokenHash: string): string {
    return this.ports.ids.fromHash(tokenHash);
  }

  /** `ApiKeyUsed` at most once a day and key, off the request path; a crash may lose it. */
  private noteUse({ apiKeyId, teamId }: ApiKeyCreated['data'], lastUsedDay: string | undefined): void {
    const { ports, cache, notedDays } = this;
    const day = new Date(ports.clock.now()).toISOString().slice(0, 10);
    if (lastUsedDay === day || notedDays.get(apiKeyId) === day) return;
    notedDays.set(apiKeyId, day);
    const stream = streamName('apikey', apiKeyId);
    const context = { teamId, actor: { kind: 'api-key', id: apiKeyId } as const, correlationId: ports.ids.next() };
    handle(ports, apiKey, stream, { type: 'NoteApiKeyUse', day }, { context, region: null }).then(
      () => cache.forget(stream),
      () => notedDays.delete(apiKeyId),
    );
  }
}
