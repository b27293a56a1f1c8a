import type { Resource } from '../../application/shared/resource.js';
import { streams } from '../../domain/shared/event.js';
import { usageProjection } from '../../projections/usage/usage.projection.js';

export const usage = {
  streams: [streams('usage', []), streams('day', [])],
  readModels: [usageProjection],
} satisfies Resource;
