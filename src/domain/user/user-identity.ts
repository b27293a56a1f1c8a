import type { Decider } from '../shared/decider.js';
import { free, take } from '../shared/reservation.js';
import type { UserIdentityEvent } from './credential-events.js';

export type UserIdentityCommand =
  | { readonly type: 'TakeIdentity'; readonly userId: string }
  | { readonly type: 'FreeIdentity'; readonly userId: string };

export type UserIdentityState = { readonly userId: string | null };

/** One identity at a provider has one user at a time. */
export const userIdentity: Decider<UserIdentityCommand, UserIdentityState, UserIdentityEvent, 'taken'> = {
  initial: { userId: null },
  decide(command, { userId: holder }) {
    const { userId } = command;
    const claim = { owner: userId, holder };
    return command.type === 'FreeIdentity'
      ? free(claim, { type: 'UserIdentityFreed', data: {} })
      : take(claim, { type: 'UserIdentityTaken', data: { userId } });
  },
  evolve: (_state, event) => ({ userId: event.type === 'UserIdentityTaken' ? event.data.userId : null }),
};
