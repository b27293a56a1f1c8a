import { z } from 'zod';
import { bodyReference } from '../shared/accepted-email.js';
import { type DataOf, event, type EventIn, noMembers, streams } from '../shared/event.js';
import { localTime } from './local-time.js';
import { abTest, winnerChosen } from './ab-test.js';
import { sendingPolicy, sentFigures } from './policy.js';
import { countedTurn } from './turns.js';

const draft = z.object({
  name: z.string(),
  /** Who it is for; null while that is not chosen. */
  segmentId: z.string().nullable(),
  /** Null for all marketing of the team. */
  topicId: z.string().nullable(),
  /** Where sender, subject and texts lie sealed, under the broadcast's own key. */
  content: bodyReference,
  /** Where there is none, everyone gets the same. */
  test: abTest.optional(),
});
/** What is worked on. */
export type BroadcastDraft = DataOf<typeof draft>;

export const excludingKinds = ['opened', 'had-it'] as const;
const excluding = z.object({
  /** The one that was sent before it. */
  broadcastId: z.string(),
  /** `opened`: only who was sent that one and did not open it gets this one. `had-it`: only who did not get it. */
  kind: z.enum(excludingKinds),
});
/** Whom of an earlier broadcast one that is sent again leaves out. */
export type Excluding = DataOf<typeof excluding>;

const sentAs = z.object({
  segmentId: z.string(),
  topicId: z.string().nullable(),
  /** Who has said neither yes nor no does not get it: the topic's default then. */
  isOptOut: z.boolean(),
  content: bodyReference,
  /** Absent where it goes to everyone in the segment. */
  excluding: excluding.optional(),
  /** Each gets it at this time of their zone; absent: at once. */
  localTime: localTime.optional(),
  test: abTest.optional(),
});
/** What stays as it is from the moment it is sent. */
export type SentAs = DataOf<typeof sentAs>;

export const pausedBecause = z.enum([
  'person',
  'domain-not-verified',
  'quota-exceeded',
  'segment-deleted',
  'topic-deleted',
  'content-invalid',
  'bounce-rate',
  'complaint-rate',
  'filter-invalid',
  'restored',
  'time-missed',
  'links-unreachable',
  'ended-the-process',
]);
export type PausedBecause = z.output<typeof pausedBecause>;
/** In words, for people. */
export const pauseReasons: Readonly<Record<PausedBecause, string>> = {
  person: 'a person paused it',
  'domain-not-verified': 'the sender’s domain can’t send',
  'quota-exceeded': 'the sending quota is used up',
  'segment-deleted': 'its segment was deleted',
  'topic-deleted': 'its topic was deleted',
  'content-invalid': 'its content is not valid',
  'bounce-rate': 'too many of its emails bounced',
  'complaint-rate': 'too many of its recipients marked it as spam',
  'filter-invalid': 'the filter of its segment refers to something deleted or to itself, or has too many rules',
  restored: 'a backup was restored, and it may have been sent since the backup was taken',
  'links-unreachable': 'recipients cannot reach links in its emails with this PUBLIC_URL',
  'ended-the-process': 'sending it crashed the server twice at the same point',
  'time-missed': 'its time passed while no server ran, or the clock jumped over it',
};

const broadcastDrafted = event('BroadcastDrafted', {
  data: draft.extend({
    teamId: z.string(),
    duplicateOf: z.string().nullable(),
    /** Absent where it goes to everyone in the segment. */
    excluding: excluding.optional(),
  }),
  summary: ({ name, duplicateOf }) =>
    duplicateOf === null ? `Broadcast ${name} created` : `Broadcast ${name} created as a copy of ${duplicateOf}`,
});
/** A draft that goes to the rest of its audience: said by the first of its chain, before the draft is there. */
const broadcastAgainDrafted = event('BroadcastAgainDrafted', {
  data: z.object({ broadcastId: z.string() }),
  summary: ({ broadcastId }) => `Draft ${broadcastId} created to send it again`,
});
const contentPart = z.enum(['from', 'replyTo', 'subject', 'previewText', 'body', 'test']);
/** What of a content was written. */
export type ContentPart = z.output<typeof contentPart>;

/** As it is from now on; once it is sent, only its name. */
const broadcastChanged = event('BroadcastChanged', {
  data: draft.extend({
    /** What of the content is another than before; missing in events from before it was noted. */
    parts: z.array(contentPart).optional(),
    /** The revision that it is as again. */
    restoredFrom: z.number().optional(),
    /** Saved while one goes on writing what the version before has; missing: it is a version of its own. */
    goesOn: z.literal(true).optional(),
  }),
  summary: ({ name, restoredFrom }) =>
    `Broadcast ${name} ${restoredFrom === undefined ? 'changed' : `restored from version ${restoredFrom}`}`,
  isWriting: ({ parts = [], restoredFrom }) => parts.length > 0 && restoredFrom === undefined,
  endsContent: true,
});
const broadcastScheduled = event('BroadcastScheduled', {
  data: z.object({
    /** ISO 8601: when it is sent; with a local time, when that comes first anywhere. */
    scheduledAt: z.string(),
    localTime: localTime.optional(),
  }),
  summary: ({ scheduledAt, localTime: local }) =>
    local === undefined
      ? `Scheduled for ${scheduledAt}`
      : `Scheduled for ${local.at} in each person's time zone (property ${local.property})`,
});
const broadcastUnscheduled = event('BroadcastUnscheduled', { data: noMembers, summary: 'Unscheduled' });
/** It is being sent. */
const broadcastQueued = event('BroadcastQueued', {
  data: sentAs,
  summary: 'Sending started',
  endsContent: true,
  activity: 'server-too',
});
/** Who gets it stands in the log, in so many streams of its own: no one joins or leaves any more. */
const broadcastFrozen = event('BroadcastFrozen', {
  data: z.object({
    chunks: z.number(),
    members: z.number(),
    /** In the order in which they are opened; absent: all are opened at once. */
    turns: z.array(countedTurn).optional(),
  }),
  summary: ({ members }) => `Audience frozen: ${members === 1 ? '1 member' : `${members} members`}`,
});
export type FrozenAudience = DataOf<(typeof broadcastFrozen)['data']>;

/** No further email is opened until it is resumed. */
const broadcastPaused = event('BroadcastPaused', {
  /** `figures`: what it was paused for, where that was a rate. */
  data: z.object({ because: pausedBecause, figures: sentFigures.optional() }),
  summary: ({ because }) => `Paused: ${pauseReasons[because]}`,
  activity: 'server-too',
});
const broadcastResumed = event('BroadcastResumed', { data: noMembers, summary: 'Resumed' });
/** A process begins to send it. Written before, so that work on it which ends the process shows. */
const broadcastBegun = event('BroadcastBegun', {
  /** How far it is. */
  data: z.object({ at: z.string() }),
  summary: 'Sending started',
  activity: 'never',
});
/** The process stops in order; another goes on. */
const broadcastLeft = event('BroadcastLeft', {
  data: noMembers,
  summary: 'Sending interrupted; it continues later',
  activity: 'never',
});
/** Those who have no email yet get none, and what waits is not sent. */
const broadcastCanceled = event('BroadcastCanceled', { data: noMembers, summary: 'Canceled' });
/** Every member has an email, or was skipped. */
const broadcastFinished = event('BroadcastFinished', { data: noMembers, summary: 'Sent', activity: 'server-too' });
/** How it is sent from now on. */
const broadcastPolicySet = event('BroadcastPolicySet', {
  data: sendingPolicy,
  summary: ({ pacePerHour }) =>
    pacePerHour === null ? 'Sending policy: no limit' : `Sending policy: at most ${pacePerHour} emails per hour`,
});
/** Anyone who has its address may read it on a page once it was sent; or no one any more. */
const broadcastPublicSet = event('BroadcastPublicSet', {
  data: z.object({ isPublic: z.boolean() }),
  summary: ({ isPublic }) => (isPublic ? 'Web page published' : 'Web page unpublished'),
});
/** Everyone in its test has an email or was skipped. `judgesAt`: ISO 8601; null where a person chooses. */
const broadcastTestOpened = event('BroadcastTestOpened', {
  data: z.object({ judgesAt: z.string().nullable() }),
  summary: ({ judgesAt }) =>
    judgesAt === null ? 'A/B test sent: winner chosen manually' : `A/B test sent: winner chosen at ${judgesAt}`,
});
/** What those get who were not in its test. */
const broadcastWinnerChosen = event('BroadcastWinnerChosen', {
  data: winnerChosen,
  summary: ({ variant, because }) =>
    `Variant ${variant.toUpperCase()} won: ${because === 'person' ? 'chosen manually' : `by ${because}`}`,
  activity: 'server-too',
});
const broadcastDeleted = event('BroadcastDeleted', {
  data: noMembers,
  summary: 'Broadcast deleted',
  endsContent: true,
});

export const broadcastStreams = streams('broadcast', [
  broadcastDrafted,
  broadcastChanged,
  broadcastScheduled,
  broadcastUnscheduled,
  broadcastQueued,
  broadcastFrozen,
  broadcastBegun,
  broadcastLeft,
  broadcastPaused,
  broadcastResumed,
  broadcastCanceled,
  broadcastFinished,
  broadcastDeleted,
  broadcastPublicSet,
  broadcastPolicySet,
  broadcastAgainDrafted,
  broadcastTestOpened,
  broadcastWinnerChosen,
]);
export type BroadcastEvent = EventIn<typeof broadcastStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly broadcast: true;
    readonly audience: true;
  }
}
