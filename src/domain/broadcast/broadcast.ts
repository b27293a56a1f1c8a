import { canonicalJson } from '../shared/json.js';
import { type Decider, type Decision, refuse, unreachable } from '../shared/decider.js';
import type { LocalTime } from './local-time.js';
import { hasRest, type WinnerChosen } from './ab-test.js';
import type { BroadcastCommand, Said } from './commands.js';
import { type SendingPolicy, type SentFigures, usualPolicy } from './policy.js';
import { mayTry, oneMoreTry, type Tries } from '../shared/tries.js';
import { isOneTurn } from './turns.js';
import type { BroadcastDraft, BroadcastEvent, Excluding, FrozenAudience, PausedBecause, SentAs } from './events.js';

export type { BroadcastCommand } from './commands.js';

/** `queued` from when it is sent until every member has an email or was skipped, also while it is paused. */
type BroadcastStatus = 'draft' | 'scheduled' | 'queued' | 'sent' | 'canceled';

export interface Broadcast extends BroadcastDraft {
  readonly teamId: string;
  readonly status: BroadcastStatus;
  /** ISO 8601; null where it was sent at once. */
  readonly scheduledAt: string | null;
  /** Scheduled for this time of each person's zone; absent: for one moment. */
  readonly localTime?: LocalTime;
  /** Null before it is sent. */
  readonly sentAs: SentAs | null;
  /** Null until the whole audience stands in the log. */
  readonly audience: FrozenAudience | null;
  /** Null where it is not paused. */
  readonly pausedBecause: PausedBecause | null;
  /** What the last pause for a rate had seen; absent: there was none. */
  readonly judgedFrom?: SentFigures;
  /** Absent where no process is in the middle of it, or ended there. */
  readonly tries?: Tries | undefined;
  /** The usual one where none was written. */
  readonly policy?: SendingPolicy;
  /** When the rule of its test judges (ISO 8601), null where a person chooses; absent until it is sent to its share. */
  readonly judgesAt?: string | null;
  /** Absent until something won its test. */
  readonly winner?: WinnerChosen;
  readonly isDeleted: boolean;
  /** Anyone who has its address may read it on a page; absent: no one. */
  readonly isPublic?: boolean;
  /** How often its draft was written: 1 when it was made. Each is a version. */
  readonly revision: number;
  /** Absent where it goes to everyone in the segment. */
  readonly excluding?: Excluding | undefined;
  /** In the first of a chain: those that were drafted to be sent again, also such as were never sent. */
  readonly again?: readonly string[];
}

/** Drafts that one broadcast is sent again with, at most: when one is sent, the audience of each is looked through. */
export const mostAgain = 50;

/** Null before it is drafted. */
export type BroadcastState = Broadcast | null;

/**
 * `already-sent`: it is being sent, or was. `not-sending`: there is nothing to pause or to cancel. `changed`: the draft
 * is another than the one that was looked at. `changed-meanwhile`: somebody wrote since the revision that was named.
 * `not-sent-yet`: it cannot be sent again before. `too-often-again`: there are {@link mostAgain} such drafts.
 * `no-winner-needed`: no one waits for what wins. `winner-chosen`: the other variant won already.
 * `local-time-with-test`: a rest that waits for a winner would miss its time in some zones.
 */
export type BroadcastRefusal =
  | 'not-found'
  | 'already-sent'
  | 'not-sending'
  | 'changed'
  | 'changed-meanwhile'
  | 'not-sent-yet'
  | 'too-often-again'
  | 'no-winner-needed'
  | 'local-time-with-test'
  | 'winner-chosen';

/** A mail to everyone in a segment: written as a draft, and frozen when it is sent. */
export const broadcast: Decider<BroadcastCommand, BroadcastState, BroadcastEvent, BroadcastRefusal> = {
  initial: null,
  decide,
  evolve(state, event) {
    if (event.type === 'BroadcastDrafted') {
      const { duplicateOf: _copied, ...drafted } = event.data;
      const unsent = { scheduledAt: null, sentAs: null, audience: null, pausedBecause: null, isDeleted: false };
      return { ...drafted, status: 'draft', ...unsent, revision: 1 };
    }
    return state === null ? null : after(state, event);
  },
};

function decide(command: BroadcastCommand, state: BroadcastState): Decision<BroadcastEvent, BroadcastRefusal> {
  if (command.type === 'DraftBroadcast') return [{ type: 'BroadcastDrafted', data: command.broadcast }];
  // Another team's is as one that does not exist.
  if (state?.teamId !== command.teamId || state.isDeleted) return refuse('not-found');
  const isDraft = state.status === 'draft' || state.status === 'scheduled';
  const isSending = state.status === 'queued';
  const isUnderWay = isSending || state.status === 'scheduled';
  switch (command.type) {
    case 'ChangeBroadcast':
      return change(state, command, isDraft);
    case 'ScheduleBroadcast': {
      const { scheduledAt, localTime } = command;
      if (!isDraft) return refuse('already-sent');
      if (!saysSame(command, state)) return refuse('changed');
      if (localTime !== undefined && state.test !== undefined) return refuse('local-time-with-test');
      const data = { scheduledAt, ...(localTime === undefined ? {} : { localTime }) };
      const { scheduledAt: before, localTime: localBefore } = state;
      const isSame = canonicalJson(data) === canonicalJson({ scheduledAt: before, localTime: localBefore });
      return isSame ? [] : [{ type: 'BroadcastScheduled', data }];
    }
    case 'QueueBroadcast':
      if (!isDraft) return refuse('already-sent');
      if (!saysSame(command.sentAs, state)) return refuse('changed');
      if (command.sentAs.localTime !== undefined && state.test !== undefined) return refuse('local-time-with-test');
      return [{ type: 'BroadcastQueued', data: command.sentAs }];
    case 'FreezeBroadcast': {
      const { chunks, members, turns = [] } = command;
      const data = isOneTurn(turns) ? { chunks, members } : { chunks, members, turns };
      return isSending && state.audience === null ? [{ type: 'BroadcastFrozen', data }] : [];
    }
    case 'DraftAgain':
      if (state.status !== 'sent') return refuse('not-sent-yet');
      if ((state.again ?? []).length >= mostAgain) return refuse('too-often-again');
      return [{ type: 'BroadcastAgainDrafted', data: { broadcastId: command.broadcastId } }];
    case 'SetPublic': {
      const { isPublic } = command;
      return isPublic === (state.isPublic ?? false) ? [] : [{ type: 'BroadcastPublicSet', data: { isPublic } }];
    }
    case 'BeginBroadcast': {
      const { at } = command;
      if (!isUnderWay || state.pausedBecause !== null) return [];
      return mayTry(state.tries, at)
        ? [{ type: 'BroadcastBegun', data: { at } }]
        : [paused('ended-the-process', undefined)];
    }
    case 'LeaveBroadcast':
      return isUnderWay && state.tries !== undefined ? [{ type: 'BroadcastLeft', data: {} }] : [];
    case 'PauseBroadcast':
      if (!isUnderWay) return refuse('not-sending');
      if (state.pausedBecause !== null) return [];
      return [paused(command.because, command.figures)];
    case 'SetPolicy': {
      if (!isDraft && !isSending) return refuse('already-sent');
      const before = state.policy ?? usualPolicy;
      const data = { ...before, ...command.changes };
      return canonicalJson(before) === canonicalJson(data) ? [] : [{ type: 'BroadcastPolicySet', data }];
    }
    case 'NoteTestOpened': {
      const { judgesAt } = command;
      return isSending && state.judgesAt === undefined ? [{ type: 'BroadcastTestOpened', data: { judgesAt } }] : [];
    }
    case 'ChooseWinner':
      return choose(state, command);
    case 'ResumeBroadcast':
      if (!isUnderWay) return refuse('not-sending');
      return state.pausedBecause === null ? [] : [{ type: 'BroadcastResumed', data: {} }];
    case 'CancelBroadcast':
      return cancel(state);
    case 'FinishBroadcast':
      return isSending && state.audience !== null ? [{ type: 'BroadcastFinished', data: {} }] : [];
    case 'DeleteBroadcast':
      return isDraft ? [{ type: 'BroadcastDeleted', data: {} }] : refuse('already-sent');
    default:
      return unreachable(command);
  }
}

/** The name of one that was sent is the team's own matter; everything else of it stays. */
function change(
  state: Broadcast,
  {
    draft,
    revision,
    parts,
    restoredFrom,
    goesOn = false,
  }: Extract<BroadcastCommand, { readonly type: 'ChangeBroadcast' }>,
  isDraft: boolean,
): Decision<BroadcastEvent, BroadcastRefusal> {
  const { name, segmentId, topicId, content } = { ...state, ...draft };
  const test = draft.test === undefined ? state.test : (draft.test ?? undefined);
  const tested = test === undefined ? {} : { test };
  const isSameOtherwise =
    segmentId === state.segmentId && topicId === state.topicId && saysSame({ content, ...tested }, state);
  if (name === state.name && isSameOtherwise) return [];
  if (!isDraft && !isSameOtherwise) return refuse('already-sent');
  if (test !== undefined && state.localTime !== undefined) return refuse('local-time-with-test');
  if (revision !== undefined && revision !== state.revision) return refuse('changed-meanwhile');
  const noted = {
    ...(parts === undefined ? {} : { parts: [...parts] }),
    ...(restoredFrom === undefined ? {} : { restoredFrom }),
    ...(goesOn ? { goesOn } : {}),
  };
  return [{ type: 'BroadcastChanged', data: { name, segmentId, topicId, content, ...tested, ...noted } }];
}

/** Also before the rule of the test judges. */
function choose(
  { status, sentAs, winner }: Broadcast,
  { variant, because, figures }: WinnerChosen,
): Decision<BroadcastEvent, BroadcastRefusal> {
  if (status !== 'queued') return refuse('not-sending');
  if (!hasRest(sentAs?.test)) return refuse('no-winner-needed');
  if (winner === undefined) return [{ type: 'BroadcastWinnerChosen', data: { variant, because, figures } }];
  return winner.variant === variant ? [] : refuse('winner-chosen');
}

/** A scheduled one is a draft again; one that is being sent ends for ever. */
function cancel({ status }: Broadcast): Decision<BroadcastEvent, BroadcastRefusal> {
  switch (status) {
    case 'scheduled':
      return [{ type: 'BroadcastUnscheduled', data: {} }];
    case 'queued':
      return [{ type: 'BroadcastCanceled', data: {} }];
    case 'canceled':
      return [];
    case 'draft':
      return refuse('not-sending');
    case 'sent':
      return refuse('already-sent');
  }
}

function after(state: Broadcast, event: Exclude<BroadcastEvent, { readonly type: 'BroadcastDrafted' }>): Broadcast {
  switch (event.type) {
    case 'BroadcastChanged': {
      const { parts: _parts, restoredFrom: _from, goesOn: _goesOn, ...draft } = event.data;
      const { test: _test, ...kept } = state;
      return { ...kept, ...draft, revision: state.revision + 1 };
    }
    case 'BroadcastScheduled': {
      const { localTime: _before, ...rest } = state;
      const { scheduledAt, localTime } = event.data;
      return { ...rest, status: 'scheduled', scheduledAt, ...(localTime === undefined ? {} : { localTime }) };
    }
    case 'BroadcastUnscheduled': {
      const { localTime: _before, ...rest } = state;
      return { ...rest, status: 'draft', scheduledAt: null, pausedBecause: null };
    }
    case 'BroadcastQueued':
      return { ...state, status: 'queued', sentAs: event.data };
    case 'BroadcastFrozen':
      return { ...state, audience: event.data };
    case 'BroadcastBegun':
      return { ...state, tries: oneMoreTry(state.tries, event.data.at) };
    case 'BroadcastLeft':
      return { ...state, tries: undefined };
    case 'BroadcastPaused': {
      const { because, figures } = event.data;
      return { ...state, pausedBecause: because, tries: triesAfter(because, state.tries), ...judgedIn(figures) };
    }
    case 'BroadcastResumed':
      return { ...state, pausedBecause: null };
    case 'BroadcastCanceled':
      return { ...state, status: 'canceled', pausedBecause: null };
    case 'BroadcastFinished':
      return { ...state, status: 'sent', pausedBecause: null };
    case 'BroadcastPublicSet':
      return { ...state, isPublic: event.data.isPublic };
    case 'BroadcastPolicySet':
      return { ...state, policy: event.data };
    case 'BroadcastAgainDrafted':
      return { ...state, again: [...(state.again ?? []), event.data.broadcastId] };
    case 'BroadcastTestOpened':
      return { ...state, judgesAt: event.data.judgesAt };
    case 'BroadcastWinnerChosen':
      return { ...state, winner: event.data };
    case 'BroadcastDeleted':
      return { ...state, isDeleted: true };
    default:
      return unreachable(event);
  }
}

/** One that ended the server twice is tried once more each time that a person lets it go on. */
const triesAfter = (because: PausedBecause, tries: Tries | undefined): Tries | undefined =>
  because === 'ended-the-process' && tries !== undefined ? { ...tries, count: 1 } : undefined;

const judgedIn = (figures: SentFigures | undefined) => (figures === undefined ? {} : { judgedFrom: figures });

function paused(because: PausedBecause, figures: SentFigures | undefined): BroadcastEvent {
  return { type: 'BroadcastPaused', data: figures === undefined ? { because } : { because, figures } };
}

function saysSame(one: Said, other: Said): boolean {
  return (
    one.content.blobId === other.content.blobId && canonicalJson(one.test ?? null) === canonicalJson(other.test ?? null)
  );
}
