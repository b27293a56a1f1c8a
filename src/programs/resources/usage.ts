import type { Served } from './served.js';
import { usageStreams } from '../../domain/usage/events.js';
import { dayStreams } from '../../domain/day/events.js';
import { usageProjection } from '../../projections/usage/usage.projection.js';

export const usage = {
  streams: [usageStreams, dayStreams],
  readModels: [usageProjection],
  http: async () => (await import('../../infrastructure/http/usage/usage.operations.js')).usageHttp,
} satisfies Served;
