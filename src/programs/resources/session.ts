import type { Resource } from '../../application/shared/resource.js';
import { streams } from '../../domain/shared/event.js';
import { sessionsProjection } from '../../projections/people/people.projections.js';

export const session = {
  streams: [streams('session', [])],
  readModels: [sessionsProjection],
  audit: {},
} satisfies Resource;
