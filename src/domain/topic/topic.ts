import { z } from 'zod';
import { type Decider, type Decision, refuse, unreachable } from '../shared/decider.js';
import { type DataOf, event, type EventIn, noMembers, streams } from '../shared/event.js';

const subscription = z.enum(['opt_in', 'opt_out']);
/** Whether somebody gets what is sent about a topic. */
export type Subscription = z.output<typeof subscription>;

const visibility = z.enum(['public', 'private']);
/** `public`: everybody sees it on the preference page; `private`: only who is subscribed. */
export type TopicVisibility = z.output<typeof visibility>;

const changeable = z.object({ name: z.string(), description: z.string().nullable(), visibility });
/** What may change of a topic. */
export type TopicSettings = DataOf<typeof changeable>;

const topicCreated = event('TopicCreated', {
  data: changeable.extend({
    teamId: z.string(),
    /** What holds for those who never said anything about it. Never changes: it would subscribe people. */
    defaultSubscription: subscription,
  }),
  summary: ({ name, defaultSubscription }) => `Topic ${name} created (${defaultSubscription})`,
});
/** As it is from now on. */
const topicChanged = event('TopicChanged', {
  data: changeable,
  summary: ({ name, visibility }) => `Topic ${name} changed (${visibility})`,
});
const topicDeleted = event('TopicDeleted', { data: noMembers, summary: 'Topic deleted' });

export const topicStreams = streams('topic', [topicCreated, topicChanged, topicDeleted]);
export type TopicEvent = EventIn<typeof topicStreams>;
type Topic = Extract<TopicEvent, { readonly type: 'TopicCreated' }>['data'];

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly topic: true;
  }
}

export type TopicCommand =
  | { readonly type: 'CreateTopic'; readonly topic: Topic }
  | { readonly type: 'ChangeTopic'; readonly teamId: string; readonly settings: Partial<TopicSettings> }
  | { readonly type: 'DeleteTopic'; readonly teamId: string };
/** Null before it is created, and once it is deleted. */
export type TopicState = Topic | null;

/** What people subscribe to. Another team's is as one that does not exist. */
export const topic: Decider<TopicCommand, TopicState, TopicEvent, 'not-found'> = {
  initial: null,
  decide,
  evolve(state, event) {
    if (event.type === 'TopicCreated') return event.data;
    return event.type === 'TopicDeleted' || state === null ? null : { ...state, ...event.data };
  },
};

function decide(command: TopicCommand, state: TopicState): Decision<TopicEvent, 'not-found'> {
  if (command.type === 'CreateTopic') return [{ type: 'TopicCreated', data: command.topic }];
  if (state?.teamId !== command.teamId) return refuse('not-found');
  switch (command.type) {
    case 'ChangeTopic': {
      const { name, description, visibility } = { ...state, ...command.settings };
      const isSame = name === state.name && description === state.description && visibility === state.visibility;
      return isSame ? [] : [{ type: 'TopicChanged', data: { name, description, visibility } }];
    }
    case 'DeleteTopic':
      return [{ type: 'TopicDeleted', data: {} }];
    default:
      return unreachable(command);
  }
}
