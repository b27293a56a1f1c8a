import { z } from 'zod';
import { type Decider, type Decision, refuse, unreachable } from '../shared/decider.js';
import { type DataOf, event, type EventIn, noMembers, personal, personHash, streams } from '../shared/event.js';
import { reveal } from '../shared/personal.js';
import { segmentFilter } from './filter.js';

const described = z.object({
  name: z.string(),
  /** Who is in it follows from this; null where contacts are added. People write addresses into it. */
  filter: personal(segmentFilter, { ownKey: true }).nullable(),
  /** Keyed hashes of the addresses in the filter. */
  addressHashes: z.array(personHash),
});
/** What a team says of a segment. */
type DescribedSegment = DataOf<typeof described>;

const segmentCreated = event('SegmentCreated', {
  data: described.extend({ teamId: z.string() }),
  summary: ({ name, filter }) => `Segment ${name} created${filter === null ? '' : ', with a filter'}`,
});
/** As it is from now on. */
const segmentChanged = event('SegmentChanged', {
  data: described,
  summary: ({ name, filter }) => `Segment ${name} changed${filter === null ? '' : ', with a filter'}`,
});
const segmentDeleted = event('SegmentDeleted', { data: noMembers, summary: 'Segment deleted', endsKeys: true });

export const segmentStreams = streams('segment', [segmentCreated, segmentChanged, segmentDeleted]);
export type SegmentEvent = EventIn<typeof segmentStreams>;
type Segment = Extract<SegmentEvent, { readonly type: 'SegmentCreated' }>['data'];

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly segment: true;
  }
}

export type SegmentCommand =
  | { readonly type: 'CreateSegment'; readonly segment: Segment }
  | {
      readonly type: 'ChangeSegment';
      readonly teamId: string;
      readonly name?: string | undefined;
      readonly filtered?: Pick<DescribedSegment, 'filter' | 'addressHashes'> | undefined;
    }
  | { readonly type: 'DeleteSegment'; readonly teamId: string };
/** Null before it is created, and once it is deleted. */
export type SegmentState = Segment | null;

/**
 * Some of a team's contacts: those that were added, or those that a filter finds. It never becomes the other kind.
 */
export const segment: Decider<SegmentCommand, SegmentState, SegmentEvent, 'not-found' | 'no-filter'> = {
  initial: null,
  decide,
  evolve(state, event) {
    if (event.type === 'SegmentCreated') return event.data;
    return event.type === 'SegmentDeleted' || state === null ? null : { ...state, ...event.data };
  },
};

function decide(command: SegmentCommand, state: SegmentState): Decision<SegmentEvent, 'not-found' | 'no-filter'> {
  if (command.type === 'CreateSegment') return [{ type: 'SegmentCreated', data: command.segment }];
  if (state?.teamId !== command.teamId) return refuse('not-found');
  switch (command.type) {
    case 'ChangeSegment': {
      if (command.filtered !== undefined && state.filter === null) return refuse('no-filter');
      const { filter, addressHashes } = command.filtered ?? state;
      const { name = state.name } = command;
      const isSame = name === state.name && (command.filtered === undefined || isSameFilter(filter, state.filter));
      return isSame ? [] : [{ type: 'SegmentChanged', data: { name, filter, addressHashes } }];
    }
    case 'DeleteSegment':
      return [{ type: 'SegmentDeleted', data: {} }];
    default:
      return unreachable(command);
  }
}

function isSameFilter(one: DescribedSegment['filter'], other: DescribedSegment['filter']): boolean {
  const [given, known] = [one, other].map((filter) => (filter === null ? undefined : reveal(filter)));
  return given !== undefined && JSON.stringify(given) === JSON.stringify(known);
}
