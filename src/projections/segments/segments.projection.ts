import type { SegmentFilter } from '../../domain/segment/filter.js';
import type { SegmentEvent } from '../../domain/segment/segment.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { Projection } from '../shared/projection.js';

/** Some of a team's contacts. */
export interface SegmentDocument {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  /** Who is in it follows from this; null: who was added. */
  readonly filter: SegmentFilter | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

export const segmentsProjection: Projection<SegmentEvent, SegmentDocument> = {
  name: 'segments',
  version: 1,
  categories: ['segment'],
  handles: ['SegmentCreated', 'SegmentChanged', 'SegmentDeleted'],
  personal: false,
  documentsOf: 'segment',
  fields: { teamId: 'text' },
  indexes: [['teamId', 'id']],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata }, id) {
    if (event.type === 'SegmentCreated') return { id, ...event.data, createdAt: metadata.time };
    return event.type === 'SegmentDeleted' || document === undefined ? undefined : { ...document, ...event.data };
  },
};
