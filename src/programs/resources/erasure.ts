import type { Resource } from '../../application/shared/resource.js';
import { streams } from '../../domain/shared/event.js';
import { erasuresProjection } from '../../projections/erasures/erasures.projection.js';

export const erasure = {
  streams: [streams('erasure', [])],
  readModels: [erasuresProjection],
  audit: {},
} satisfies Resource;
