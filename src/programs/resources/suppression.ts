import type { Served } from './served.js';
import { suppressionStreams } from '../../domain/suppression/events.js';
import { foldSuppression, suppressionsProjection } from '../../projections/suppressions/suppressions.projection.js';

export const suppression = {
  streams: [suppressionStreams],
  readModels: [suppressionsProjection],
  audit: { stateOf: foldSuppression },
  live: { subject: 'suppressions', readModel: suppressionsProjection.name },
  http: async () =>
    (await import('../../infrastructure/http/suppressions/suppressions.operations.js')).suppressionsHttp,
  processManagers: async () => [(await import('../../application/suppression/suppressor.js')).suppressor],
} satisfies Served;
