import { type Decider, refuse, unreachable } from '../shared/decider.js';
import type { QueueEvent, QueueTarget } from './events.js';

export interface Pause extends QueueTarget {
  readonly reason: string;
  /** ISO 8601. */
  readonly since: string;
  /** ISO 8601; null: until it is resumed. */
  readonly until: string | null;
}

export interface QueueState {
  /** Also those whose time is over: whether one holds depends on the clock. */
  readonly pauses: readonly Pause[];
}

export type QueueCommand =
  | {
      readonly type: 'PauseQueue';
      readonly target: QueueTarget;
      readonly reason: string;
      readonly until: string | null;
    }
  | {
      readonly type: 'ResumeQueue';
      readonly target: QueueTarget;
      readonly reason: string | null;
      readonly nowMs: number;
    };

export type QueueRefusal = 'not-paused';

/** What of the outgoing queue people have paused. */
export const queue: Decider<QueueCommand, QueueState, QueueEvent, QueueRefusal> = {
  initial: { pauses: [] },

  decide(command, state) {
    const { kind, name } = command.target;
    const known = state.pauses.find((pause) => isOf(pause, command.target));
    switch (command.type) {
      case 'PauseQueue': {
        const { reason, until } = command;
        if (known?.reason === reason && known.until === until) return [];
        return [{ type: 'QueuePaused', data: { kind, name, reason, until } }];
      }
      case 'ResumeQueue':
        if (known === undefined || !holds(known, command.nowMs)) return refuse('not-paused');
        return [{ type: 'QueueResumed', data: { kind, name, reason: command.reason } }];
      default:
        return unreachable(command);
    }
  },

  evolve(state, event, at) {
    const others = state.pauses.filter((pause) => !isOf(pause, event.data));
    return event.type === 'QueueResumed' ? { pauses: others } : { pauses: [...others, { ...event.data, since: at }] };
  },
};

/** The pause that keeps mail for this destination over this MX set (null: not known yet) from being sent now. */
export function pauseOf(
  { pauses }: QueueState,
  { destination, mxSet }: { readonly destination: string; readonly mxSet: string | null },
  nowMs: number,
): Pause | undefined {
  return pauses.find(
    (pause) => holds(pause, nowMs) && pause.name === (pause.kind === 'destination' ? destination : mxSet),
  );
}

export function holds({ until }: Pause, nowMs: number): boolean {
  return until === null || Date.parse(until) > nowMs;
}

function isOf(pause: Pause, { kind, name }: QueueTarget): boolean {
  return pause.kind === kind && pause.name === name;
}
