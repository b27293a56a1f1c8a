import { broadcastsProjection } from '../../projections/broadcasts/broadcasts.projection.js';
import { savedBlocksProjection } from '../../projections/saved-blocks/saved-blocks.projection.js';
import { templatesProjection } from '../../projections/templates/templates.projection.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import { sumOfTeam } from '../shared/sum-of-team.js';

/**
 * What the templates of a team take, with all versions that were published, its broadcasts, with what was sent, and its
 * saved blocks. Of saves of a draft no more than the last fifty are kept.
 */
export async function contentBytes(ports: TeamReadPorts, teamId: string): Promise<number> {
  const templates = await sumOfTeam(ports, templatesProjection, teamId, ({ content, versions }) =>
    [content, ...versions.map((version) => version.content)].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  );
  const broadcasts = await sumOfTeam(ports, broadcastsProjection, teamId, ({ content, test }) =>
    [content, ...(test === undefined ? [] : [test.content])].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  );
  const blocks = await sumOfTeam(ports, savedBlocksProjection, teamId, ({ content }) => content.sizeBytes);
  return templates + broadcasts + blocks;
}
