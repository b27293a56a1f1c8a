import type { Resource } from '../../application/shared/resource.js';
import { streams } from '../../domain/shared/event.js';
import { apiKeysProjection } from '../../projections/api-keys/api-keys.projection.js';
import { foldStream } from '../../projections/shared/fold-stream.js';

export const apiKey = {
  streams: [streams('apikey', [])],
  readModels: [apiKeysProjection],
  audit: { stateOf: (events) => foldStream(apiKeysProjection, events) },
  live: { subject: 'api-keys', readModel: apiKeysProjection.name },
} satisfies Resource;
