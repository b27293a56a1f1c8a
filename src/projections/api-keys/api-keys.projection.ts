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
}

/** The keys of each team. Their ids are hashes, so they are listed by the time of their creation. */
export const apiKeysProjection: Projection<ApiKeyEvent, ApiKeyDocument> = {
  name: 'api-keys',
  version: 2,
  categories: ['apikey'],
  handles: ['ApiKeyCreated', 'ApiKeyRenamed', 'ApiKeyUsed', 'ApiKeyDeleted'],
  personal: false,
  fields: { teamId: 'text', createdAt: 'text' },
  indexes: [['teamId', 'createdAt']],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata }, key) {
    if (event.type === 'ApiKeyCreated') {
      const { teamId, name, permission, domainId, expiresAt = null } = event.data;
      return { id: key, teamId, name, permission, domainId, createdAt: metadata.time, expiresAt, lastUsedAt: null };
    }
    if (document === undefined) return undefined;
    switch (event.type) {
      case 'ApiKeyRenamed':
        return { ...document, name: event.data.name };
      case 'ApiKeyUsed':
        return { ...document, lastUsedAt: metadata.time };
      case 'ApiKeyDeleted':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};
