import { type Decider, refuse } from '../shared/decider.js';
import type { UserAddressEvent } from './events.js';

export type UserAddressCommand =
  | {
      readonly type: 'TakeAddress';
      readonly userId: string;
      /** Who held it so far and never came to be: a crash came between. */
      readonly insteadOf: string | null;
    }
  | { readonly type: 'FreeAddress'; readonly userId: string };

export type UserAddressState = { readonly userId: string | null };

/** One address has one user at a time. */
export const userAddress: Decider<UserAddressCommand, UserAddressState, UserAddressEvent, 'taken'> = {
  initial: { userId: null },
  decide(command, { userId }) {
    if (command.type === 'FreeAddress') {
      return command.userId === userId ? [{ type: 'UserAddressFreed', data: {} }] : [];
    }
    if (command.userId === userId) return [];
    return userId === null || userId === command.insteadOf
      ? [{ type: 'UserAddressTaken', data: { userId: command.userId } }]
      : refuse('taken');
  },
  evolve: (_state, event) => ({ userId: event.type === 'UserAddressTaken' ? event.data.userId : null }),
};
