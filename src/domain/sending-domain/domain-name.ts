import { type Decider, refuse } from '../shared/decider.js';
import type { DomainNameEvent, Reserved } from './events.js';

export interface ReserveName {
  readonly type: 'ReserveName';
  readonly reservation: Reserved['data'];
}

export interface DomainNameState {
  readonly holder: Reserved['data'] | undefined;
}

/** One name has one holder at a time; a released name can be taken again. */
export const domainName: Decider<ReserveName, DomainNameState, DomainNameEvent, 'name-taken'> = {
  initial: { holder: undefined },
  decide(command, state) {
    if (state.holder === undefined) return [{ type: 'Reserved', data: command.reservation }];
    return state.holder.owner === command.reservation.owner ? [] : refuse('name-taken');
  },
  evolve: (_state, event) => ({ holder: event.type === 'Reserved' ? event.data : undefined }),
};
