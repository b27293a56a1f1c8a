import type { Served } from './served.js';
import { lastSaid } from '../../application/shared/last-said.js';
import { type SegmentEvent, segmentStreams } from '../../domain/segment/segment.js';
import { segmentsProjection } from '../../projections/segments/segments.projection.js';
import { foldStream } from '../../projections/shared/fold-stream.js';

export const segment = {
  streams: [segmentStreams],
  readModels: [segmentsProjection],
  audit: {
    stateOf: (events) => foldStream(segmentsProjection, events),
    nameOf: (events) => lastSaid<SegmentEvent>(events, ({ data }) => ('name' in data ? data.name : undefined)),
  },
  live: { subject: 'segments', readModel: segmentsProjection.name },
  http: async () => (await import('../../infrastructure/http/segments/segments.operations.js')).segmentsHttp,
} satisfies Served;
