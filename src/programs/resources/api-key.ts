import type { Served } from './served.js';
import { lastSaid } from '../../application/shared/last-said.js';
import { type ApiKeyEvent, apiKeyStreams } from '../../domain/api-key/events.js';
import { apiKeysProjection } from '../../projections/api-keys/api-keys.projection.js';
import { foldStream } from '../../projections/shared/fold-stream.js';

export const apiKey = {
  streams: [apiKeyStreams],
  readModels: [apiKeysProjection],
  audit: {
    stateOf: (events) => foldStream(apiKeysProjection, events),
    nameOf: (events) => lastSaid<ApiKeyEvent>(events, ({ data }) => ('name' in data ? data.name : undefined)),
  },
  live: { subject: 'api-keys', readModel: apiKeysProjection.name },
  http: async () => (await import('../../infrastructure/http/api-keys/api-keys.operations.js')).apiKeysHttp,
} satisfies Served;
