import type { Served } from './served.js';
import { exportOrphans } from '../../application/export/export-orphans.js';
import { exportStreams } from '../../domain/export/events.js';
import { exportsProjection } from '../../projections/exports/exports.projection.js';
import { foldStream } from '../../projections/shared/fold-stream.js';

export const dataExport = {
  streams: [exportStreams],
  readModels: [exportsProjection],
  audit: { stateOf: (events) => foldStream(exportsProjection, events) },
  orphansOf: exportOrphans,
  http: async () => (await import('../../infrastructure/http/dashboard/exports/exports.operations.js')).exportsHttp,
  processManagers: async () => [(await import('../../application/export/exporter.js')).exporterManager],
} satisfies Served;
