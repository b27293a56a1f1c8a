import { type Decider, type Decision, refuse, unreachable } from '../shared/decider.js';
import type {
  SuppressionAdded,
  SuppressionConsidered,
  SuppressionEvent,
  SuppressionOrigin,
  SuppressionScope,
  SuppressionSource,
} from './events.js';

/** Whose entry it is. */
export type Whose = Pick<SuppressionAdded['data'], 'teamId' | 'addressHash' | 'address'>;

/** The team puts the address on the list, without an end. An entry that holds more mail already stays as it is. */
export interface AddSuppression {
  readonly type: 'AddSuppression';
  readonly whose: Whose;
  readonly scope: SuppressionScope;
  readonly nowMs: number;
  /** What another service had seen of the address, where its export says so; defaults to manual. */
  readonly origin?: SuppressionOrigin;
}

/** The team takes it off. */
interface RemoveSuppression {
  readonly type: 'RemoveSuppression';
  readonly teamId: string;
  /** Only the entry that followed from this event: refused where there is another one by now. */
  readonly followedFrom?: string;
}

/** How often and how long, in milliseconds. */
export interface SuppressionPolicy {
  /** So many mails find a mailbox full … */
  readonly fullMails: number;
  /** … over at least this time … */
  readonly fullSpanMs: number;
  /** … and it is left alone for this long. */
  readonly fullForMs: number;
  /** A refusal counts for this long. */
  readonly rememberedForMs: number;
}

export const suppressionPolicy: SuppressionPolicy = {
  fullMails: 3,
  fullSpanMs: 7 * 86_400_000,
  fullForMs: 30 * 86_400_000,
  rememberedForMs: 30 * 86_400_000,
};

/** A receiver's reply about the address, or a person's complaint about a mail. */
export interface JudgeOutcome {
  readonly type: 'JudgeOutcome';
  readonly whose: Whose;
  /** `certain`: no such mailbox, beyond doubt. */
  readonly why: 'complaint' | 'certain' | 'invalid' | 'full';
  readonly source: SuppressionSource;
  readonly policy: SuppressionPolicy;
}

export type SuppressionCommand = AddSuppression | RemoveSuppression | JudgeOutcome;

interface Considered {
  readonly why: SuppressionConsidered['data']['why'];
  readonly emailId: string;
  readonly atMs: number;
}

export interface SuppressionState {
  readonly entry: SuppressionAdded['data'] | null;
  /**
   * Time of the newest judged cause, or of a removal: what is older comes too late. A time, because positions are
   * another engine's after a move.
   */
  readonly judgedAtMs: number;
  readonly lastCauseId: string | null;
  readonly considered: readonly Considered[];
}

/** One team's entry for one address. */
export const suppression: Decider<SuppressionCommand, SuppressionState, SuppressionEvent, 'suppression-not-found'> = {
  initial: { entry: null, judgedAtMs: 0, lastCauseId: null, considered: [] },
  decide,
  evolve,
};

/** Whether the entry is about mail of this kind: of the bulk class, or any other. */
export function concerns({ scope }: Pick<SuppressionAdded['data'], 'scope'>, isBulk: boolean): boolean {
  return scope === 'all' || isBulk;
}

/** Whether the entry keeps mail from the address at this time. An expired one holds nothing. */
export function holds(entry: Pick<SuppressionAdded['data'], 'expiresAt'>, nowMs: number): boolean {
  return entry.expiresAt === null || Date.parse(entry.expiresAt) > nowMs;
}

/** Whether the entry keeps an email from the address at this time. */
export const keepsFrom = (
  entry: Pick<SuppressionAdded['data'], 'scope' | 'expiresAt'>,
  isBulk: boolean,
  nowMs: number,
): boolean => concerns(entry, isBulk) && holds(entry, nowMs);

function decide(
  command: SuppressionCommand,
  state: SuppressionState,
): Decision<SuppressionEvent, 'suppression-not-found'> {
  switch (command.type) {
    case 'AddSuppression':
      return isForGood(state, command.scope) ? [] : [addedByHand(command)];
    case 'RemoveSuppression':
      if (state.entry?.teamId !== command.teamId) return refuse('suppression-not-found');
      if (command.followedFrom !== undefined && state.entry.source?.eventId !== command.followedFrom)
        return refuse('suppression-not-found');
      return [{ type: 'SuppressionRemoved', data: {} }];
    case 'JudgeOutcome':
      return judge(command, state);
    default:
      return unreachable(command);
  }
}

function judge(command: JudgeOutcome, state: SuppressionState): readonly SuppressionEvent[] {
  const { whose, why, source, policy } = command;
  const atMs = Date.parse(source.at);
  if (atMs < state.judgedAtMs || source.eventId === state.lastCauseId) return [];
  if (why === 'complaint') {
    const isKnown = state.entry?.origin === 'complaint';
    return isKnown ? [] : [added(whose, { origin: 'complaint', source, expiresAt: null })];
  }
  if (isForGood(state, 'all')) return [];
  if (why === 'certain') return [added(whose, { origin: 'bounce', source, expiresAt: null })];
  // Also where only bulk mail is held, without an end: an entry that ends would take that with it.
  if (why === 'full' && state.entry !== null && holds(state.entry, atMs)) return [];
  const earlier = state.considered.filter(
    (each) => each.why === why && each.emailId !== source.emailId && atMs - each.atMs <= policy.rememberedForMs,
  );
  if (why === 'invalid') {
    return earlier.length === 0
      ? considered(why, source, state)
      : [added(whose, { origin: 'bounce', source, expiresAt: null })];
  }
  const isSpanned = earlier.some((each) => atMs - each.atMs >= policy.fullSpanMs);
  if (earlier.length + 1 < policy.fullMails) return considered(why, source, state);
  // Enough mails, too soon: the first of them is what the time is counted from, and one more changes nothing.
  if (!isSpanned) return [];
  const expiresAt = new Date(atMs + policy.fullForMs).toISOString();
  return [added(whose, { origin: 'bounce', source, expiresAt })];
}

/** The same email is counted once, however often it was deferred. */
function considered(
  why: SuppressionConsidered['data']['why'],
  source: SuppressionSource,
  state: SuppressionState,
): readonly SuppressionEvent[] {
  const isCounted = state.considered.some((each) => each.why === why && each.emailId === source.emailId);
  return isCounted ? [] : [{ type: 'SuppressionConsidered', data: { why, source } }];
}

function addedByHand({ whose, scope, origin }: AddSuppression): SuppressionAdded {
  return {
    type: 'SuppressionAdded',
    data: { ...whose, origin: origin ?? 'manual', source: null, scope, expiresAt: null },
  };
}

/** An entry that follows from a reply or a complaint holds all mail. */
function added(whose: Whose, why: Pick<SuppressionAdded['data'], 'origin' | 'source' | 'expiresAt'>): SuppressionAdded {
  return { type: 'SuppressionAdded', data: { ...whose, ...why, scope: 'all' } };
}

/** Mail of this scope is held permanently already: nothing can be added. */
function isForGood({ entry }: SuppressionState, scope: SuppressionScope): boolean {
  return entry !== null && entry.expiresAt === null && concerns(entry, scope === 'bulk');
}

function evolve(state: SuppressionState, event: SuppressionEvent, at: string): SuppressionState {
  switch (event.type) {
    case 'SuppressionAdded':
      return { ...judgedBy(state, event.data.source), entry: event.data, considered: [] };
    case 'SuppressionRemoved':
      return { entry: null, judgedAtMs: Date.parse(at), lastCauseId: state.lastCauseId, considered: [] };
    case 'SuppressionConsidered': {
      const { why, source } = event.data;
      const considered = [...state.considered, { why, emailId: source.emailId, atMs: Date.parse(source.at) }];
      return { ...judgedBy(state, source), considered };
    }
    default:
      return unreachable(event);
  }
}

function judgedBy(state: SuppressionState, source: SuppressionSource | null): SuppressionState {
  if (source === null) return state;
  return { ...state, judgedAtMs: Math.max(state.judgedAtMs, Date.parse(source.at)), lastCauseId: source.eventId };
}
