import { earlier } from '../../domain/api-key/api-key.js';
import type { Actor } from '../../domain/shared/recorded.js';
import type { ApiKeyEvent, Permission } from '../../domain/api-key/events.js';
import { unreachable } from '../../domain/shared/decider.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { Projection } from '../shared/projection.js';

/** An API key that is in force. */
export interface ApiKeyDocument {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly permission: Permission;
  /** The one domain that a sending key is restricted to. */
  readonly domainId: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601; null: it does not expire. */
  readonly expiresAt: string | null;
  /** ISO 8601, to the day; null while it was never used. */
  readonly lastUsedAt: string | null;
  /** What its token begins with; null where nothing of it was kept. */
  readonly tokenStart: string | null;
  readonly createdBy: Actor;
  /** The key that it was rotated for; null while it was not. */
  readonly replacedBy: string | null;
}

/** The keys of each team. Their ids are hashes, so they are listed by the time of their creation. */
export const apiKeysProjection: Projection<ApiKeyEvent, ApiKeyDocument> = {
  name: 'api-keys',
  version: 3,
  categories: ['apikey'],
  handles: ['ApiKeyCreated', 'ApiKeyRenamed', 'ApiKeyReplaced', 'ApiKeyUsed', 'ApiKeyDeleted'],
  personal: false,
  fields: { teamId: 'text', createdAt: 'text' },
  indexes: [['teamId', 'createdAt']],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata }, key) {
    if (event.type === 'ApiKeyCreated') {
      const { teamId, name, permission, domainId, expiresAt = null, tokenStart = null } = event.data;
      const { time: createdAt, actor: createdBy } = metadata;
      const unused = { lastUsedAt: null, replacedBy: null };
      return { id: key, teamId, name, permission, domainId, createdAt, expiresAt, ...unused, tokenStart, createdBy };
    }
    if (document === undefined) return undefined;
    switch (event.type) {
      case 'ApiKeyRenamed':
        return { ...document, name: event.data.name };
      case 'ApiKeyReplaced': {
        const { by, until } = event.data;
        return { ...document, expiresAt: earlier(document.expiresAt, until), replacedBy: by };
      }
      case 'ApiKeyUsed':
        return { ...document, lastUsedAt: metadata.time };
      case 'ApiKeyDeleted':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};
