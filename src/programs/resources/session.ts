import type { Resource } from '../../application/shared/resource.js';
import { sessionStreams } from '../../domain/session/events.js';
import { sessionsProjection } from '../../projections/people/people.projections.js';

export const session = {
  streams: [sessionStreams],
  readModels: [sessionsProjection],
  audit: {},
} satisfies Resource;
