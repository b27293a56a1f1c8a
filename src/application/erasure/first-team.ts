import { installation } from '../../domain/installation/installation.js';
import { installationStream } from '../../domain/shared/stream-name.js';
import { load, type LogPorts } from '../shared/handle.js';

/**
 * An erasure reaches the data of every team, and its list says how many were asked for: neither is another team's
 * business.
 */
export interface NotFirstTeam {
  readonly refused: 'not-first-team';
}
export const notFirstTeam: NotFirstTeam = { refused: 'not-first-team' };

/** Whether this is the team of those who run the server: the one that the first start made. */
export async function isFirstTeam(ports: LogPorts, teamId: string): Promise<boolean> {
  const { state } = await load(ports, installation, installationStream);
  return state.status !== 'none' && state.installation.firstTeamId === teamId;
}
