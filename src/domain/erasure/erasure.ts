import type { Decider } from '../shared/decider.js';
import type { ErasureCompleted, ErasureEvent, ErasureRequested } from './events.js';

export type ErasureCommand =
  | { readonly type: 'RequestErasure'; readonly erasure: ErasureRequested['data'] }
  | { readonly type: 'CompleteErasure'; readonly completed: ErasureCompleted['data'] };

export type ErasureState = { readonly status: 'none' | 'requested' | 'completed' };

/** One erasure: what was asked for, and that it was done. */
export const erasure: Decider<ErasureCommand, ErasureState, ErasureEvent, never> = {
  initial: { status: 'none' },
  decide(command, state) {
    if (command.type === 'RequestErasure') {
      return state.status === 'none' ? [{ type: 'ErasureRequested', data: command.erasure }] : [];
    }
    return state.status === 'requested' ? [{ type: 'ErasureCompleted', data: command.completed }] : [];
  },
  evolve: (_state, event) => ({ status: event.type === 'ErasureRequested' ? 'requested' : 'completed' }),
};
