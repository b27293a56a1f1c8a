import type { SavedBlockEvent } from '../../domain/saved-block/saved-block.js';
import type { BodyReference } from '../../domain/shared/accepted-email.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { foldStream } from '../shared/fold-stream.js';
import type { Projection } from '../shared/projection.js';

/** Blocks that a team keeps for its emails; they lie where the reference leads. */
export interface SavedBlockDocument {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly isSynced: boolean;
  /** From 1, with each change of the blocks. */
  readonly version: number;
  readonly content: BodyReference;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

export const savedBlocksProjection: Projection<SavedBlockEvent, SavedBlockDocument> = {
  name: 'saved-blocks',
  version: 1,
  categories: ['savedblock'],
  handles: ['SavedBlockCreated', 'SavedBlockChanged', 'SavedBlockDeleted'],
  personal: false,
  documentsOf: 'savedblock',
  fields: { teamId: 'text' },
  indexes: [['teamId', 'id']],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata: { time } }, id) {
    if (event.type === 'SavedBlockCreated') {
      const { teamId, name, isSynced, content } = event.data;
      return { id, teamId, name, isSynced, version: 1, content, createdAt: time, updatedAt: time };
    }
    if (document === undefined || event.type === 'SavedBlockDeleted') return undefined;
    return { ...document, ...event.data, updatedAt: time };
  },
};

/** One of them, from its own stream; undefined where there is none, or any more. */
export const foldSavedBlock = (events: readonly Recorded[]): SavedBlockDocument | undefined =>
  foldStream(savedBlocksProjection, events);
