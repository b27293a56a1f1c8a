import type { Resource } from '../../application/shared/resource.js';
import { requestLogStreams } from '../../domain/request-log/events.js';
import { logsProjection } from '../../projections/logs/logs.projection.js';

export const requestLog = { streams: [requestLogStreams], readModels: [logsProjection] } satisfies Resource;
