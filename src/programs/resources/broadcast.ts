import type { Served } from './served.js';
import { broadcastOrphans } from '../../application/broadcast/broadcast-orphans.js';
import { lastSaid } from '../../application/shared/last-said.js';
import { audienceStreams } from '../../domain/broadcast/audience.js';
import { type BroadcastEvent, broadcastStreams } from '../../domain/broadcast/events.js';
import { broadcastResultsProjection } from '../../projections/broadcast-results/broadcast-results.projection.js';
import { broadcastsProjection, foldBroadcast } from '../../projections/broadcasts/broadcasts.projection.js';

export const broadcast = {
  streams: [broadcastStreams],
  readModels: [broadcastsProjection],
  audit: {
    stateOf: foldBroadcast,
    nameOf: (events) => lastSaid<BroadcastEvent>(events, ({ data }) => ('name' in data ? data.name : undefined)),
  },
  orphansOf: broadcastOrphans,
  live: { subject: 'broadcasts', readModel: broadcastsProjection.name },
  http: async () => (await import('./broadcast.http.js')).broadcastHttp,
  processManagers: async () => [(await import('../../application/broadcast/broadcaster.js')).broadcasterManager],
} satisfies Served;

/** Who gets a broadcast, and what became of each: nothing that people ask for by its id. */
export const broadcastAudience = {
  streams: [audienceStreams],
  readModels: [broadcastResultsProjection],
} satisfies Served;
