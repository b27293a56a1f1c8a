import type { Served } from './served.js';
import { erasureStreams } from '../../domain/erasure/events.js';
import { erasuresProjection } from '../../projections/erasures/erasures.projection.js';

export const erasure = {
  streams: [erasureStreams],
  readModels: [erasuresProjection],
  audit: {},
  http: async () => (await import('../../infrastructure/http/erasures/erasures.operations.js')).erasuresHttp,
  processManagers: async () => [(await import('../../application/erasure/erasure-finisher.js')).erasureFinisher],
} satisfies Served;
