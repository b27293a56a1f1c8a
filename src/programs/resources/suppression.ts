import type { Resource } from '../../application/shared/resource.js';
import { suppressionStreams } from '../../domain/suppression/events.js';
import { foldSuppression, suppressionsProjection } from '../../projections/suppressions/suppressions.projection.js';

export const suppression = {
  streams: [suppressionStreams],
  readModels: [suppressionsProjection],
  audit: { stateOf: foldSuppression },
  live: { subject: 'suppressions', readModel: suppressionsProjection.name },
} satisfies Resource;
