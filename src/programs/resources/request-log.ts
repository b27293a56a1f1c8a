import type { Resource } from '../../application/shared/resource.js';
import { streams } from '../../domain/shared/event.js';
import { logsProjection } from '../../projections/logs/logs.projection.js';

export const requestLog = { streams: [streams('requestlog', [])], readModels: [logsProjection] } satisfies Resource;
