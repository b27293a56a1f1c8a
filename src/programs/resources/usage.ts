import type { Resource } from '../../application/shared/resource.js';
import { usageStreams } from '../../domain/usage/events.js';
import { dayStreams } from '../../domain/day/events.js';
import { usageProjection } from '../../projections/usage/usage.projection.js';

export const usage = {
  streams: [usageStreams, dayStreams],
  readModels: [usageProjection],
} satisfies Resource;
