import { lastSaid } from '../../application/shared/last-said.js';
import type { Served } from './served.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { type TeamEvent, teamStreams } from '../../domain/team/events.js';
import { team as decider } from '../../domain/team/team.js';
import { membershipsProjection } from '../../projections/people/people.projections.js';
import { teamsProjection } from '../../projections/people/teams.projection.js';

export const team = {
  streams: [teamStreams],
  readModels: [membershipsProjection, teamsProjection],
  audit: {
    stateOf: foldTeam,
    nameOf: (events) => lastSaid<TeamEvent>(events, ({ data }) => ('name' in data ? data.name : undefined)),
  },
  live: { subject: 'people', readModel: membershipsProjection.name },
  http: async () => (await import('../../infrastructure/http/activity/activity.operations.js')).activityHttp,
} satisfies Served;

function foldTeam(events: readonly Recorded[]): object {
  return events.reduce(
    // A team's stream holds its events only.
    (state, { event, metadata }) => decider.evolve(state, event as TeamEvent, metadata.time),
    decider.initial,
  );
}
