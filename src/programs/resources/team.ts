import type { Resource } from '../../application/shared/resource.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { type TeamEvent, teamStreams } from '../../domain/team/events.js';
import { team as decider } from '../../domain/team/team.js';
import { accessAuditProjection } from '../../projections/people/access-audit.projection.js';
import { membershipsProjection } from '../../projections/people/people.projections.js';
import { teamsProjection } from '../../projections/people/teams.projection.js';

export const team = {
  streams: [teamStreams],
  readModels: [membershipsProjection, teamsProjection, accessAuditProjection],
  audit: { stateOf: foldTeam },
  live: { subject: 'people', readModel: membershipsProjection.name },
} satisfies Resource;

function foldTeam(events: readonly Recorded[]): object {
  return events.reduce(
    // A team's stream holds its events only.
    (state, { event, metadata }) => decider.evolve(state, event as TeamEvent, metadata.time),
    decider.initial,
  );
}
