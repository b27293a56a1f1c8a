import { savedBlockOrphans } from '../../application/saved-block/saved-blocks.js';
import { lastSaid } from '../../application/shared/last-said.js';
import { type SavedBlockEvent, savedBlockStreams } from '../../domain/saved-block/saved-block.js';
import { foldSavedBlock, savedBlocksProjection } from '../../projections/saved-blocks/saved-blocks.projection.js';
import type { Served } from './served.js';

export const savedBlock = {
  streams: [savedBlockStreams],
  readModels: [savedBlocksProjection],
  audit: {
    stateOf: foldSavedBlock,
    nameOf: (events) => lastSaid<SavedBlockEvent>(events, ({ data }) => ('name' in data ? data.name : undefined)),
  },
  orphansOf: savedBlockOrphans,
  http: async () => (await import('../../infrastructure/http/saved-blocks/saved-blocks.operations.js')).savedBlocksHttp,
} satisfies Served;
