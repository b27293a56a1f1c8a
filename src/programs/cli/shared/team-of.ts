import { load, type LogPorts } from '../../../application/shared/handle.js';
import type { InstallationCreated } from '../../../domain/installation/events.js';
import { streamName } from '../../../domain/shared/stream-name.js';
import { team } from '../../../domain/team/team.js';
import { Declined } from './outcome.js';

/** Throws where there is no such team. */
export async function requireTeam(ports: LogPorts, teamId: string): Promise<void> {
  const { state } = await load(ports, team, streamName('team', teamId));
  if (state.status === 'none') throw new Declined(`There is no team ${teamId}.`);
}

/** The team that `--team` names, or the first. Throws {@link Declined} where there is no such team. */
export async function teamOf(
  ports: LogPorts,
  { firstTeamId }: Pick<InstallationCreated['data'], 'firstTeamId'>,
  named: string | undefined,
): Promise<string> {
  const teamId = named?.toLowerCase() ?? firstTeamId;
  await requireTeam(ports, teamId);
  return teamId;
}
