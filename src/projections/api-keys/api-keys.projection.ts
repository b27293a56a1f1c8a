import type { ApiKeyEvent } from '../../domain/api-key/events.js';
import { unreachable } from '../../domain/shared/decider.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { Projection } from '../shared/projection.js';
import type { ApiKeyDocument } from './api-keys.document.js';

/** The keys of each team. Their ids are hashes, so they are listed by the time of their creation. */
export const apiKeysProjection: Projection<ApiKeyEvent, ApiKeyDocument> = {
  name: 'api-keys',
  version: 1,
  categories: ['apikey'],
  handles: ['ApiKeyCreated', 'ApiKeyRenamed', 'ApiKeyUsed', 'ApiKeyDeleted'],
  personal: false,
  fields: { teamId: 'text', createdAt: 'text' },
  indexes: [['teamId', 'createdAt']],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata }, key) {
    if (event.type === 'ApiKeyCreated') {
      const { teamId, name, permission, domainId } = event.data;
      return { id: key, teamId, name, permission, domainId, createdAt: metadata.time, lastUsedAt: null };
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
