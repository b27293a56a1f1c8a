import type { Served } from './served.js';
import { requestLogStreams } from '../../domain/request-log/events.js';
import { logsProjection } from '../../projections/logs/logs.projection.js';

export const requestLog = {
  streams: [requestLogStreams],
  readModels: [logsProjection],
  http: async () => (await import('./request-log.http.js')).logsHttp,
} satisfies Served;
