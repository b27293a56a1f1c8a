import { type Decider, refuse, unreachable } from '../shared/decider.js';
import type { DomainCreated, DomainDkimKeyAdded, SendingDomainEvent } from './events.js';

export type SendingDomainCommand =
  | { readonly type: 'CreateDomain'; readonly domain: DomainCreated['data'] }
  | { readonly type: 'AddDkimKey'; readonly key: DomainDkimKeyAdded['data'] }
  | { readonly type: 'VouchForDomain' };

export type SendingDomainState =
  | { readonly status: 'none' }
  | {
      readonly status: 'unverified' | 'verified';
      readonly domain: DomainCreated['data'];
      readonly dkimKeys: readonly DomainDkimKeyAdded['data'][];
    };

/** A domain that mail is sent from, and the keys that sign for it. */
export const sendingDomain: Decider<SendingDomainCommand, SendingDomainState, SendingDomainEvent, 'not-found'> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (command.type === 'CreateDomain') {
      return state.status === 'none' ? [{ type: 'DomainCreated', data: command.domain }] : [];
    }
    if (state.status === 'none') return refuse('not-found');
    switch (command.type) {
      case 'AddDkimKey': {
        const known = state.dkimKeys.some(({ selector }) => selector === command.key.selector);
        return known ? [] : [{ type: 'DomainDkimKeyAdded', data: command.key }];
      }
      case 'VouchForDomain':
        return state.status === 'verified' ? [] : [{ type: 'DomainVerified', data: { by: 'operator' } }];
      default:
        return unreachable(command);
    }
  },

  evolve(state, event) {
    if (event.type === 'DomainCreated') return { status: 'unverified', domain: event.data, dkimKeys: [] };
    if (state.status === 'none') return state;
    switch (event.type) {
      case 'DomainDkimKeyAdded':
        return { ...state, dkimKeys: [...state.dkimKeys, event.data] };
      case 'DomainVerified':
        return { ...state, status: 'verified' };
      default:
        return unreachable(event);
    }
  },
};
