import type { Served } from './served.js';
import { lastSaid } from '../../application/shared/last-said.js';
import { reveal } from '../../domain/shared/personal.js';
import { type SuppressionEvent, suppressionStreams } from '../../domain/suppression/events.js';
import { foldSuppression, suppressionsProjection } from '../../projections/suppressions/suppressions.projection.js';

export const suppression = {
  streams: [suppressionStreams],
  readModels: [suppressionsProjection],
  audit: {
    stateOf: foldSuppression,
    nameOf: (events) =>
      lastSaid<SuppressionEvent>(events, ({ data }) => ('address' in data ? reveal(data.address) : undefined)),
  },
  live: { subject: 'suppressions', readModel: suppressionsProjection.name },
  http: async () =>
    (await import('../../infrastructure/http/suppressions/suppressions.operations.js')).suppressionsHttp,
  processManagers: async () => [(await import('../../application/suppression/suppressor.js')).suppressor],
} satisfies Served;
