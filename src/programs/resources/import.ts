import type { Served } from './served.js';
import { importOrphans } from '../../application/import/imports.js';
import { importStreams } from '../../domain/import/events.js';
import { importsProjection } from '../../projections/imports/imports.projection.js';
import { foldStream } from '../../projections/shared/fold-stream.js';

export const contactImport = {
  streams: [importStreams],
  readModels: [importsProjection],
  audit: {
    stateOf: (events) => foldStream(importsProjection, events),
    nameOf: (events) => foldStream(importsProjection, events)?.fileName ?? undefined,
  },
  live: { subject: 'imports', readModel: importsProjection.name },
  orphansOf: importOrphans,
  http: async () => (await import('../../infrastructure/http/imports/imports.operations.js')).importsHttp,
  processManagers: async () => [(await import('../../application/import/importer.js')).importerManager],
} satisfies Served;
