import { type Decider, type Decision, refuse, unreachable } from '../shared/decider.js';
import { canonicalJson } from '../shared/json.js';
import { reveal } from '../shared/personal.js';
import { mayTry, oneMoreTry, type Tries } from '../shared/tries.js';
import type {
  ExhaustedMessage,
  ReplayCounts,
  WebhookDisabled,
  WebhookEvent,
  WebhookRegistered,
  WebhookReplayRequested,
  WebhookSettings,
} from './events.js';

export type WebhookCommand =
  | { readonly type: 'RegisterWebhook'; readonly webhook: WebhookRegistered['data'] }
  | ChangeWebhook
  | NoteKeptFailing
  | DisableFailingWebhook
  | RotateWebhookSecret
  | { readonly type: 'DeleteWebhook'; readonly teamId: string }
  | { readonly type: 'NoteExhausted'; readonly messages: readonly ExhaustedMessage[] }
  | RequestReplay
  /** `at`: how far it is. */
  | { readonly type: 'BeginReplay'; readonly replayId: string; readonly at: string }
  | { readonly type: 'LeaveReplay'; readonly replayId: string }
  | StopReplay
  | ({ readonly type: 'CompleteReplay'; readonly replayId: string } & ReplayCounts);

/** A person changes settings, enables or disables, in one step. */
interface ChangeWebhook {
  readonly type: 'ChangeWebhook';
  readonly teamId: string;
  readonly changes: Partial<WebhookSettings>;
  readonly status?: WebhookStatus;
}

/** It has answered nothing but failures for a day. */
interface NoteKeptFailing {
  readonly type: 'NoteKeptFailing';
  /** When the first of them was. */
  readonly sinceMs: number;
}

/** What the endpoint's own answers led to. */
interface DisableFailingWebhook {
  readonly type: 'DisableFailingWebhook';
  readonly why: 'failing' | 'gone';
  /** When what it was judged by began. Older than the endpoint's last change by a person, it says nothing about it. */
  readonly sinceMs: number;
}

interface RotateWebhookSecret {
  readonly type: 'RotateWebhookSecret';
  readonly teamId: string;
  readonly secret: WebhookRegistered['data']['secret'];
  readonly nowMs: number;
}

interface RequestReplay {
  readonly type: 'RequestReplay';
  readonly teamId: string;
  readonly replay: WebhookReplayRequested['data'];
}

interface StopReplay {
  readonly type: 'StopReplay';
  readonly teamId: string;
  readonly replayId: string;
  /** As last reported. */
  readonly counts?: ReplayCounts;
}

export type WebhookStatus = 'enabled' | 'disabled';

export type OpenReplay = WebhookReplayRequested['data'] & {
  /** Absent where no process is in the middle of it, or ended there. */
  readonly tries?: Tries | undefined;
};

interface PreviousSecret {
  readonly secret: WebhookRegistered['data']['secret'];
  /** ISO 8601. */
  readonly until: string;
}

export interface ExistingWebhook {
  readonly status: WebhookStatus;
  /** Why it is disabled; null while it is enabled. */
  readonly why: WebhookDisabled['data']['why'] | null;
  /** The settings as they are now. */
  readonly webhook: WebhookRegistered['data'];
  readonly previousSecret: PreviousSecret | null;
  /** Under way or waiting, in the order of the requests. */
  readonly replays: readonly OpenReplay[];
  /** When a person last registered, enabled or redirected it: earlier failures say nothing about it. */
  readonly judgedFromMs: number;
  /** When it was last said that it kept failing; 0: never. Failures from before then are of the same time. */
  readonly keptFailingNotedAtMs: number;
}

export type WebhookState = { readonly status: 'none' } | ExistingWebhook | { readonly status: 'deleted' };

/** `unknown-replay`: it has never been requested, or it has ended. */
export type WebhookRefusal = 'not-found' | 'disabled' | 'too-many-replays' | 'unknown-replay';

/** Rotation leaves a day to give receivers the new secret. */
export const previousSecretForMs = 24 * 3_600_000;
/** Under way and waiting. */
export const maxReplays = 20;

/** An endpoint of a customer's application, and what people decide about it. */
export const webhook: Decider<WebhookCommand, WebhookState, WebhookEvent, WebhookRefusal> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (command.type === 'RegisterWebhook') {
      return state.status === 'none' ? [{ type: 'WebhookRegistered', data: command.webhook }] : [];
    }
    if (state.status === 'none' || state.status === 'deleted') return refuse('not-found');
    if ('teamId' in command && command.teamId !== state.webhook.teamId) return refuse('not-found');
    return decideExisting(command, state);
  },

  evolve(state, event, at) {
    if (event.type === 'WebhookRegistered') {
      const nothingYet = { why: null, previousSecret: null, replays: [] };
      const judgedFromMs = Date.parse(at);
      return { status: 'enabled', webhook: event.data, ...nothingYet, judgedFromMs, keptFailingNotedAtMs: 0 };
    }
    return state.status === 'none' || state.status === 'deleted' ? state : evolveExisting(state, event, at);
  },
};

function decideExisting(
  command: Exclude<WebhookCommand, { type: 'RegisterWebhook' }>,
  state: ExistingWebhook,
): Decision<WebhookEvent, WebhookRefusal> {
  switch (command.type) {
    case 'ChangeWebhook':
      return [...changed(command.changes, state), ...switched(command.status, state)];
    case 'NoteKeptFailing': {
      const { sinceMs } = command;
      if (state.status === 'disabled' || sinceMs < state.judgedFromMs || sinceMs <= state.keptFailingNotedAtMs)
        return [];
      return [{ type: 'WebhookKeptFailing', data: { since: new Date(sinceMs).toISOString() } }];
    }
    case 'DisableFailingWebhook':
      if (command.sinceMs < state.judgedFromMs) return [];
      return disabled(command.why, state);
    case 'RotateWebhookSecret': {
      const previousUntil = new Date(command.nowMs + previousSecretForMs).toISOString();
      return [{ type: 'WebhookSecretRotated', data: { secret: command.secret, previousUntil } }];
    }
    case 'DeleteWebhook':
      return [...stoppedReplays(state), { type: 'WebhookDeleted', data: {} }];
    case 'NoteExhausted':
      return command.messages.length === 0
        ? []
        : [{ type: 'WebhookMessagesExhausted', data: { messages: command.messages } }];
    case 'RequestReplay':
      if (replayOf(state, command.replay.replayId) !== undefined) return [];
      if (state.status === 'disabled') return refuse('disabled');
      if (state.replays.length >= maxReplays) return refuse('too-many-replays');
      return [{ type: 'WebhookReplayRequested', data: command.replay }];
    case 'BeginReplay': {
      const { replayId, at } = command;
      const replay = replayOf(state, replayId);
      if (replay === undefined) return [];
      return mayTry(replay.tries, at)
        ? [{ type: 'WebhookReplayBegun', data: { replayId, at } }]
        : [{ type: 'WebhookReplayStopped', data: { replayId, because: 'ended-the-process' } }];
    }
    case 'LeaveReplay': {
      const { replayId } = command;
      const isBegun = replayOf(state, replayId)?.tries !== undefined;
      return isBegun ? [{ type: 'WebhookReplayLeft', data: { replayId } }] : [];
    }
    case 'StopReplay':
      if (replayOf(state, command.replayId) === undefined) return refuse('unknown-replay');
      return [{ type: 'WebhookReplayStopped', data: { replayId: command.replayId, ...command.counts } }];
    case 'CompleteReplay': {
      const { type: _, replayId, ...counts } = command;
      // Stopped meanwhile, or completed before: its end is known.
      if (replayOf(state, replayId) === undefined) return [];
      return [{ type: 'WebhookReplayCompleted', data: { replayId, ...counts } }];
    }
    default:
      return unreachable(command);
  }
}

function changed(changes: Partial<WebhookSettings>, { webhook: before }: ExistingWebhook): readonly WebhookEvent[] {
  const { target, events, domainIds, ordered, perSecond, machineHits } = { ...before, ...changes };
  // Said once it was ever asked for: what an event does not have stays as it was.
  const hits = machineHits === undefined ? {} : { machineHits };
  const after: WebhookSettings = { target, events, domainIds, ordered, perSecond, ...hits };
  return sameSettings(before, after) ? [] : [{ type: 'WebhookChanged', data: after }];
}

function switched(status: WebhookStatus | undefined, state: ExistingWebhook): readonly WebhookEvent[] {
  if (status === undefined || status === state.status) return [];
  return status === 'enabled' ? [{ type: 'WebhookEnabled', data: {} }] : disabled('person', state);
}

/** What replays it has ends with it. */
function disabled(why: WebhookDisabled['data']['why'], state: ExistingWebhook): readonly WebhookEvent[] {
  if (state.status === 'disabled') return [];
  return [...stoppedReplays(state), { type: 'WebhookDisabled', data: { why } }];
}

function stoppedReplays({ replays }: ExistingWebhook): readonly WebhookEvent[] {
  return replays.map(({ replayId }) => ({ type: 'WebhookReplayStopped', data: { replayId } }));
}

export function replayOf({ replays }: ExistingWebhook, replayId: string): OpenReplay | undefined {
  return replays.find((replay) => replay.replayId === replayId);
}

function withTries(
  state: ExistingWebhook,
  replayId: string,
  next: (tries: Tries | undefined) => Tries | undefined,
): ExistingWebhook {
  const replays = state.replays.map((each) =>
    each.replayId === replayId ? { ...each, tries: next(each.tries) } : each,
  );
  return { ...state, replays };
}

/** By what they mean: a target that cannot be read differs from every other. */
function sameSettings(before: WebhookSettings, after: WebhookSettings): boolean {
  const meant = ({ target, events, domainIds, ordered, perSecond, machineHits = false }: WebhookSettings): string =>
    canonicalJson({ target: reveal(target) ?? target, events, domainIds, ordered, perSecond, machineHits });
  return meant(before) === meant(after);
}

/** Where messages go, and with which headers; tags only say which ones. */
function isSameDestination(before: WebhookSettings, after: WebhookSettings): boolean {
  const meant = ({ target }: WebhookSettings): string =>
    canonicalJson({ ...(reveal(target) ?? { sealed: target }), tags: [] });
  return meant(before) === meant(after);
}

function evolveExisting(
  state: ExistingWebhook,
  event: Exclude<WebhookEvent, WebhookRegistered>,
  at: string,
): WebhookState {
  switch (event.type) {
    case 'WebhookChanged': {
      const judgedFromMs = isSameDestination(state.webhook, event.data) ? state.judgedFromMs : Date.parse(at);
      return { ...state, webhook: { ...state.webhook, ...event.data }, judgedFromMs };
    }
    case 'WebhookEnabled':
      return { ...state, status: 'enabled', why: null, judgedFromMs: Date.parse(at) };
    case 'WebhookKeptFailing':
      return { ...state, keptFailingNotedAtMs: Date.parse(at) };
    case 'WebhookDisabled':
      return { ...state, status: 'disabled', why: event.data.why };
    case 'WebhookSecretRotated': {
      const previousSecret = { secret: state.webhook.secret, until: event.data.previousUntil };
      return { ...state, webhook: { ...state.webhook, secret: event.data.secret }, previousSecret };
    }
    case 'WebhookDeleted':
      return { status: 'deleted' };
    case 'WebhookMessagesExhausted':
      return state;
    case 'WebhookReplayRequested':
      return { ...state, replays: [...state.replays, event.data] };
    case 'WebhookReplayBegun': {
      const { replayId, at: place } = event.data;
      return withTries(state, replayId, (tries) => oneMoreTry(tries, place));
    }
    case 'WebhookReplayLeft':
      return withTries(state, event.data.replayId, () => undefined);
    case 'WebhookReplayStopped':
    case 'WebhookReplayCompleted':
      return { ...state, replays: state.replays.filter(({ replayId }) => replayId !== event.data.replayId) };
    default:
      return unreachable(event);
  }
}
