import type { Served } from './served.js';
import { lastSaid } from '../../application/shared/last-said.js';
import { exportOrphans } from '../../application/export/kept-exports.js';
import { type ExportEvent, exportStreams } from '../../domain/export/events.js';
import { exportsProjection } from '../../projections/exports/exports.projection.js';
import { foldStream } from '../../projections/shared/fold-stream.js';

export const dataExport = {
  streams: [exportStreams],
  readModels: [exportsProjection],
  audit: {
    stateOf: (events) => foldStream(exportsProjection, events),
    nameOf: (events) => lastSaid<ExportEvent>(events, ({ data }) => ('kind' in data ? data.kind : undefined)),
  },
  orphansOf: exportOrphans,
  http: async () => (await import('../../infrastructure/http/dashboard/exports/exports.operations.js')).exportsHttp,
  processManagers: async () => [(await import('../../application/export/exporter.js')).exporterManager],
} satisfies Served;
