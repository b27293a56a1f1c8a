import type {
  SuppressionAdded,
  SuppressionRemoved,
  SuppressionOrigin,
  SuppressionScope,
} from '../../domain/suppression/events.js';
import { erasedText, reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { foldStream } from '../shared/fold-stream.js';
import type { Projection } from '../shared/projection.js';

/** An address that a team sends nothing to. */
export interface SuppressionDocument {
  readonly id: string;
  readonly teamId: string;
  readonly email: string;
  readonly origin: SuppressionOrigin;
  /** The mail that it followed from; null where the team added it itself. */
  readonly sourceId: string | null;
  readonly scope: SuppressionScope;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601; null: it never expires. */
  readonly expiresAt: string | null;
}

/**
 * Each team's list. Ids are hashes, so it is ordered by the time of the entries; an expired one stays until it is
 * removed.
 */
export const suppressionsProjection: Projection<SuppressionAdded | SuppressionRemoved, SuppressionDocument> = {
  name: 'suppressions',
  version: 2,
  categories: ['suppression'],
  handles: ['SuppressionAdded', 'SuppressionRemoved'],
  personal: true,
  documentsOf: 'suppression',
  fields: { teamId: 'text', origin: 'text', scope: 'text', createdAt: 'text' },
  indexes: [
    ['teamId', 'createdAt'],
    ['teamId', 'origin', 'createdAt'],
    ['teamId', 'scope', 'createdAt'],
  ],
  keys: ({ stream }) => [idOf(stream)],
  evolve(_document, { event, metadata }, id) {
    if (event.type === 'SuppressionRemoved') return undefined;
    const { teamId, address, origin, source, scope, expiresAt } = event.data;
    const email = reveal(address) ?? erasedText;
    const sourceId = source?.emailId ?? null;
    return { id, teamId, email, origin, sourceId, scope, createdAt: metadata.time, expiresAt };
  },
};

/** One entry, from its own stream (decrypted); undefined where there is none. */
export const foldSuppression = (events: readonly Recorded[]): SuppressionDocument | undefined =>
  foldStream(suppressionsProjection, events);
