import type { SegmentFilter } from '../../domain/segment/filter.js';
import type { SegmentEvent } from '../../domain/segment/segment.js';
import { reveal } from '../../domain/shared/personal.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { Projection } from '../shared/projection.js';

/** Some of a team's contacts. */
export interface SegmentDocument {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  /** Who is in it follows from this; null where contacts are added, or where the filter was erased. */
  readonly filter: SegmentFilter | null;
  /** Contacts are not added to it. */
  readonly isFiltered: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
}

export const segmentsProjection: Projection<SegmentEvent, SegmentDocument> = {
  name: 'segments',
  version: 1,
  categories: ['segment'],
  handles: ['SegmentCreated', 'SegmentChanged', 'SegmentDeleted'],
  personal: true,
  documentsOf: 'segment',
  fields: { teamId: 'text' },
  indexes: [['teamId', 'id']],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata }, id) {
    if (event.type === 'SegmentDeleted') return undefined;
    const { name, filter: sealed } = event.data;
    const filter = sealed === null ? null : (reveal(sealed) ?? null);
    const isFiltered = sealed !== null;
    if (event.type === 'SegmentCreated') {
      return { id, teamId: event.data.teamId, name, filter, isFiltered, createdAt: metadata.time };
    }
    return document === undefined ? undefined : { ...document, name, filter, isFiltered };
  },
};
