import type { Resource } from '../../application/shared/resource.js';
import { erasureStreams } from '../../domain/erasure/events.js';
import { erasuresProjection } from '../../projections/erasures/erasures.projection.js';

export const erasure = {
  streams: [erasureStreams],
  readModels: [erasuresProjection],
  audit: {},
} satisfies Resource;
