import { type Decider, refuse } from '../shared/decider.js';
import type { UserIdentityEvent } from './credential-events.js';

export type UserIdentityCommand =
  | { readonly type: 'TakeIdentity'; readonly userId: string }
  | { readonly type: 'FreeIdentity'; readonly userId: string };

export type UserIdentityState = { readonly userId: string | null };

/** One identity at a provider has one user at a time. */
export const userIdentity: Decider<UserIdentityCommand, UserIdentityState, UserIdentityEvent, 'taken'> = {
  initial: { userId: null },
  decide(command, { userId }) {
    if (command.type === 'FreeIdentity') {
      return command.userId === userId ? [{ type: 'UserIdentityFreed', data: {} }] : [];
    }
    if (command.userId === userId) return [];
    return userId === null ? [{ type: 'UserIdentityTaken', data: { userId: command.userId } }] : refuse('taken');
  },
  evolve: (_state, event) => ({ userId: event.type === 'UserIdentityTaken' ? event.data.userId : null }),
};
