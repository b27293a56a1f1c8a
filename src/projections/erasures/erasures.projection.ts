import type { ErasureEvent, ErasureRequested } from '../../domain/erasure/events.js';
import type { Actor } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { Projection } from '../shared/projection.js';

/** One erasure. What it destroys stands in the log only. */
export interface ErasureDocument {
  readonly id: string;
  readonly scope: ErasureRequested['data']['scope'];
  /** Keyed hash of the address; null: whole mails were named. */
  readonly person: string | null;
  /** A person's erasure and its parts have it in common. */
  readonly correlationId: string;
  readonly requestedBy: Actor;
  /** ISO 8601. */
  readonly requestedAt: string;
  /** ISO 8601; null: under way. */
  readonly completedAt: string | null;
}

/** The erasures of the installation: those of people are listed, their parts are found by what they have in common. */
export const erasuresProjection: Projection<ErasureEvent, ErasureDocument> = {
  name: 'erasures',
  version: 1,
  categories: ['erasure'],
  handles: ['ErasureRequested', 'ErasureCompleted'],
  personal: false,
  fields: { scope: 'text', correlationId: 'text', requestedAt: 'text' },
  indexes: [
    ['scope', 'requestedAt'],
    ['correlationId', 'requestedAt'],
  ],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata }, id) {
    if (event.type === 'ErasureCompleted') {
      return document === undefined ? undefined : { ...document, completedAt: metadata.time };
    }
    const { scope, person } = event.data;
    const { correlationId, actor: requestedBy, time: requestedAt } = metadata;
    return { id, scope, person, correlationId, requestedBy, requestedAt, completedAt: null };
  },
};
