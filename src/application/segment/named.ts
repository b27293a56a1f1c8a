import { filterProblem } from '../../domain/segment/check-filter.js';
import type { Named } from '../../domain/segment/fields.js';
import type { FilterProblem, SegmentFilter } from '../../domain/segment/filter.js';
import { type SegmentDocument, segmentsProjection } from '../../projections/segments/segments.projection.js';
import { teamProperties } from '../contact-property/contact-properties.js';
import { allOfTeam, type TeamReadPorts } from '../shared/all-of-team.js';
import { teamTopics } from '../topic/topics.js';

export const teamSegments = (ports: TeamReadPorts, teamId: string): Promise<readonly SegmentDocument[]> =>
  allOfTeam(ports, segmentsProjection, teamId);

/** All that a filter of the team may name. */
export async function namedBy(ports: TeamReadPorts, teamId: string): Promise<Named> {
  const [topics, segments, properties] = await Promise.all([
    teamTopics(ports, teamId),
    teamSegments(ports, teamId),
    teamProperties(ports, teamId),
  ]);
  return {
    topicDefaults: new Map(topics.map(({ id, defaultSubscription }) => [id, defaultSubscription])),
    segments: new Map(segments.map(({ id, filter, isFiltered }) => [id, filter ?? (isFiltered ? 'erased' : 'list')])),
    propertyTypes: new Map(properties.map(({ key, type }) => [key, type])),
  };
}

/** `invalid-filter`: where in it, and why. */
export type FilterRefusal = FilterProblem & { readonly refused: 'invalid-filter' };

/** `segmentId`: of the segment that has it, or is to have it. */
export async function refusalOfFilter(
  ports: TeamReadPorts,
  teamId: string,
  filter: SegmentFilter | null | undefined,
  segmentId?: string,
): Promise<FilterRefusal | undefined> {
  if (filter == null) return undefined;
  const problem = filterProblem(filter, await namedBy(ports, teamId), segmentId);
  return problem && { refused: 'invalid-filter', ...problem };
}

/**
 * Why it cannot be said who is in a segment, in a sentence.
 * @returns undefined where it can.
 */
export async function segmentProblem(
  ports: TeamReadPorts,
  { id, teamId, filter, isFiltered }: Pick<SegmentDocument, 'id' | 'teamId' | 'filter' | 'isFiltered'>,
): Promise<string | undefined> {
  if (isFiltered && filter === null) return 'It named a person who was erased.';
  return (await refusalOfFilter(ports, teamId, filter, id))?.problem;
}
