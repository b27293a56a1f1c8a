import { type Decider, refuse } from '../shared/decider.js';
import type { UserAddressEvent } from './events.js';

export type UserAddressCommand =
  | {
      readonly type: 'TakeAddress';
      readonly userId: string;
      /** Who held it so far and does not use it: a crash came between. */
      readonly insteadOf: string | null;
      /** Which change of address asks for it; null: an account that begins with it. */
      readonly change: string | null;
    }
  | {
      readonly type: 'FreeAddress';
      readonly userId: string;
      /** Only while it is held for this; absent: whatever for. */
      readonly heldFor?: string | null;
    };

export interface UserAddressState {
  readonly userId: string | null;
  /** A change of address; null: an account began with it. */
  readonly heldFor: string | null;
  /** ISO 8601; null while it is free. */
  readonly takenAt: string | null;
}

/**
 * One address has one user at a time. A user who comes back to an address that is still held takes it again, for that
 * change: so what an earlier change has yet to free does not free it.
 */
export const userAddress: Decider<UserAddressCommand, UserAddressState, UserAddressEvent, 'taken'> = {
  initial: { userId: null, heldFor: null, takenAt: null },
  decide(command, { userId, heldFor }) {
    if (command.type === 'FreeAddress') {
      const isTheirs = command.userId === userId && (command.heldFor === undefined || command.heldFor === heldFor);
      return isTheirs ? [{ type: 'UserAddressFreed', data: {} }] : [];
    }
    const { change } = command;
    if (command.userId === userId && (change === null || change === heldFor)) return [];
    return userId === null || userId === command.userId || userId === command.insteadOf
      ? [{ type: 'UserAddressTaken', data: { userId: command.userId, ...(change === null ? {} : { change }) } }]
      : refuse('taken');
  },
  evolve: (_state, event, at) =>
    event.type === 'UserAddressTaken'
      ? { userId: event.data.userId, heldFor: event.data.change ?? null, takenAt: at }
      : { userId: null, heldFor: null, takenAt: null },
};
