import { z } from 'zod';
import { type Decider, type Decision, refuse, unreachable } from '../shared/decider.js';
import { event, type EventIn, noMembers, streams } from '../shared/event.js';
import { segmentFilter, type SegmentFilter } from './filter.js';

const segmentCreated = event('SegmentCreated', {
  data: z.object({
    teamId: z.string(),
    name: z.string(),
    /** Who is in it follows from this; null: who was added. */
    filter: segmentFilter.nullable(),
  }),
  summary: ({ name, filter }) => `Segment ${name} created${filter === null ? '' : ', with a filter'}`,
});
/** As it is from now on. */
const segmentChanged = event('SegmentChanged', {
  data: z.object({ name: z.string(), filter: segmentFilter.nullable() }),
  summary: ({ name, filter }) => `Segment is now ${name}${filter === null ? '' : ', with a filter'}`,
});
const segmentDeleted = event('SegmentDeleted', { data: noMembers, summary: 'Segment deleted' });

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
      readonly filter?: SegmentFilter | undefined;
    }
  | { readonly type: 'DeleteSegment'; readonly teamId: string };
/** Null: never created, or deleted. */
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
      if (command.filter !== undefined && state.filter === null) return refuse('no-filter');
      const [name, filter] = [command.name ?? state.name, command.filter ?? state.filter];
      const isSame = name === state.name && JSON.stringify(filter) === JSON.stringify(state.filter);
      return isSame ? [] : [{ type: 'SegmentChanged', data: { name, filter } }];
    }
    case 'DeleteSegment':
      return [{ type: 'SegmentDeleted', data: {} }];
    default:
      return unreachable(command);
  }
}
