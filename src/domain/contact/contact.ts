import { eachContactField } from '../shared/contact-fields.js';
import { type Decider, type Decision, refuse, unreachable } from '../shared/decider.js';
import { reveal } from '../shared/personal.js';
import {
  type Consent,
  type ConsentMeans,
  type ContactCreated,
  type ContactEvent,
  type ContactProfile,
  mayBringBack,
} from './events.js';

/** A yes or a no for all marketing (`topicId` null) or a topic. */
export interface ConsentGiven extends Consent {
  readonly isSubscribed: boolean;
  /** The person never agreed, and did not say no. It holds where no yes is known but that of a file. */
  readonly isPresumed?: true;
}

/** What becomes of a contact; what is absent stays. */
export interface ContactChange {
  readonly described?: ContactCreated['data'];
  readonly consents?: readonly ConsentGiven[];
  readonly joins?: readonly string[];
  readonly leaves?: readonly string[];
  /** ISO 8601: of when this is. What was written or said since stands. */
  readonly asOf?: string;
}

export type ContactCommand =
  | ({ readonly type: 'CreateContact'; readonly described: ContactCreated['data'] } & ContactChange)
  | ({ readonly type: 'ChangeContact'; readonly teamId: string } & ContactChange)
  | { readonly type: 'DeleteContact'; readonly teamId: string; readonly because: 'request' | 'erasure' };

/** What was last said about all marketing, or about a topic. */
interface ConsentState {
  readonly isSubscribed: boolean;
  readonly means: ConsentMeans;
  /** ISO 8601. */
  readonly at: string;
}

export interface ContactState {
  readonly teamId: string;
  readonly addressHash: string;
  /** Sealed unless the stream was read with personal values. */
  readonly described: ContactCreated['data'];
  /** Absent where nothing was ever said, which counts as a yes. */
  readonly all?: ConsentState;
  readonly topics: Readonly<Record<string, ConsentState>>;
  readonly segmentIds: readonly string[];
  /** ISO 8601: when the profile was last written. */
  readonly describedAt: string;
}

type State = ContactState | 'deleted' | null;

/** Somebody a team writes to. Another team's contact is as one that does not exist. */
export const contact: Decider<ContactCommand, State, ContactEvent, 'not-found'> = {
  initial: null,
  decide,
  evolve,
};

/** Whether the person gets mail about the topic, or marketing without one (`topicId` null). */
export function isSubscribedTo(
  { all, topics }: SaidConsents,
  topic: { readonly id: string; readonly isOptOut: boolean } | null,
): boolean {
  if (all?.isSubscribed === false) return false;
  return topic === null || (topics[topic.id]?.isSubscribed ?? !topic.isOptOut);
}

/** What somebody said yes or no to; a {@link ContactState} is one. */
export interface SaidConsents {
  readonly all?: { readonly isSubscribed: boolean };
  readonly topics: Readonly<Record<string, { readonly isSubscribed: boolean }>>;
}

/** All that it said no to: ids of topics; null: all marketing. */
export function unsubscribedIn({ all, topics }: Pick<ContactState, 'all' | 'topics'>): readonly (string | null)[] {
  const left = Object.entries(topics).flatMap(([id, { isSubscribed }]) => (isSubscribed ? [] : [id]));
  return [...(all?.isSubscribed === false ? [null] : []), ...left];
}

function decide(command: ContactCommand, state: State): Decision<ContactEvent, 'not-found'> {
  switch (command.type) {
    case 'CreateContact':
      if (state !== null) return refuse('not-found');
      return [{ type: 'ContactCreated', data: command.described }, ...changes(command, { topics: {}, segmentIds: [] })];
    case 'ChangeContact': {
      if (state === null || state === 'deleted' || state.teamId !== command.teamId) return refuse('not-found');
      const { described, asOf } = command;
      const isOther = described !== undefined && !isLater(state.describedAt, asOf) && !isSame(described, state);
      return [...(isOther ? [{ type: 'ContactChanged', data: described } as const] : []), ...changes(command, state)];
    }
    case 'DeleteContact':
      if (state === null || state === 'deleted' || state.teamId !== command.teamId) return refuse('not-found');
      return [{ type: 'ContactDeleted', data: { because: command.because } }];
    default:
      return unreachable(command);
  }
}

function changes(
  { consents = [], joins = [], leaves = [], asOf }: ContactChange,
  state: Pick<ContactState, 'all' | 'topics' | 'segmentIds'>,
): readonly ContactEvent[] {
  return [
    ...consents.filter((each) => isNews(each, state, asOf)).map(consented),
    ...joins
      .filter((segmentId) => !state.segmentIds.includes(segmentId))
      .map((segmentId) => ({ type: 'ContactAddedToSegment', data: { segmentId } }) as const),
    ...leaves
      .filter((segmentId) => state.segmentIds.includes(segmentId))
      .map((segmentId) => ({ type: 'ContactRemovedFromSegment', data: { segmentId } }) as const),
  ];
}

/** What a person said again is no news, and not every yes brings back who has left. */
function isNews(
  { topicId, isSubscribed, occasion, isPresumed }: ConsentGiven,
  { all, topics }: Pick<ContactState, 'all' | 'topics'>,
  asOf: string | undefined,
): boolean {
  const before = topicId === null ? all : topics[topicId];
  if (before?.isSubscribed === isSubscribed || isLater(before?.at, asOf)) return false;
  if (isPresumed === true && before !== undefined) return before.means === 'import';
  return before === undefined || !isSubscribed || mayBringBack(occasion.means);
}

function isLater(at: string | undefined, asOf: string | undefined): boolean {
  return at !== undefined && asOf !== undefined && Date.parse(at) > Date.parse(asOf);
}

function consented({ isSubscribed, topicId, occasion }: ConsentGiven): ContactEvent {
  return { type: isSubscribed ? 'ContactSubscribed' : 'ContactUnsubscribed', data: { topicId, occasion } };
}

/** The same person described in the same words; an erased profile is like no other. */
function isSame({ addressHash, profile }: ContactCreated['data'], state: ContactState): boolean {
  const [given, known] = [reveal(profile), reveal(state.described.profile)];
  return addressHash === state.addressHash && given !== undefined && known !== undefined && isSameProfile(given, known);
}

function isSameProfile(one: ContactProfile, other: ContactProfile): boolean {
  const [keys, otherKeys] = [Object.keys(one.properties), Object.keys(other.properties)];
  return (
    one.email === other.email &&
    eachContactField((key) => one[key] === other[key]).every(Boolean) &&
    keys.length === otherKeys.length &&
    keys.every((key) => one.properties[key] === other.properties[key])
  );
}

function evolve(state: State, event: ContactEvent, at: string): State {
  if (event.type === 'ContactCreated') {
    const { teamId, addressHash } = event.data;
    return { teamId, addressHash, described: event.data, topics: {}, segmentIds: [], describedAt: at };
  }
  if (state === null || state === 'deleted') return state;
  switch (event.type) {
    case 'ContactChanged':
      return { ...state, addressHash: event.data.addressHash, described: event.data, describedAt: at };
    case 'ContactSubscribed':
    case 'ContactUnsubscribed': {
      const { topicId, occasion } = event.data;
      const said = { isSubscribed: event.type === 'ContactSubscribed', means: occasion.means, at };
      if (topicId === null) return { ...state, all: said };
      return { ...state, topics: { ...state.topics, [topicId]: said } };
    }
    case 'ContactAddedToSegment':
      return { ...state, segmentIds: [...state.segmentIds, event.data.segmentId] };
    case 'ContactRemovedFromSegment':
      return { ...state, segmentIds: state.segmentIds.filter((id) => id !== event.data.segmentId) };
    case 'ContactDeleted':
      return 'deleted';
    default:
      return unreachable(event);
  }
}
