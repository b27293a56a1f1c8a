import { type Decider, refuse, unreachable } from '../shared/decider.js';
import type { InvitationEvent, InvitationSent } from './events.js';

export type InvitationCommand =
  | { readonly type: 'SendInvitation'; readonly invitation: InvitationSent['data'] }
  | { readonly type: 'AcceptInvitation'; readonly userId: string; readonly nowMs: number }
  | { readonly type: 'RevokeInvitation'; readonly teamId: string };

export type InvitationState =
  | { readonly status: 'none' }
  | { readonly status: 'open'; readonly invitation: InvitationSent['data'] }
  | { readonly status: 'accepted'; readonly invitation: InvitationSent['data']; readonly userId: string }
  | { readonly status: 'revoked' };

export type InvitationRefusal = 'already-exists' | 'not-found' | 'link-invalid';

/** Asks one address into one team, once. */
export const invitation: Decider<InvitationCommand, InvitationState, InvitationEvent, InvitationRefusal> = {
  initial: { status: 'none' },

  decide(command, state) {
    switch (command.type) {
      case 'SendInvitation':
        return state.status === 'none'
          ? [{ type: 'InvitationSent', data: command.invitation }]
          : refuse('already-exists');
      case 'AcceptInvitation': {
        const { userId, nowMs } = command;
        if (state.status === 'accepted' && state.userId === userId) return [];
        if (state.status !== 'open' || nowMs >= Date.parse(state.invitation.expiresAt)) return refuse('link-invalid');
        return [{ type: 'InvitationAccepted', data: { userId } }];
      }
      case 'RevokeInvitation':
        if (state.status === 'none' || state.status === 'revoked') return refuse('not-found');
        if (state.invitation.teamId !== command.teamId || state.status === 'accepted') return refuse('not-found');
        return [{ type: 'InvitationRevoked', data: {} }];
      default:
        return unreachable(command);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'InvitationSent':
        return { status: 'open', invitation: event.data };
      case 'InvitationAccepted':
        return state.status === 'open'
          ? { status: 'accepted', invitation: state.invitation, userId: event.data.userId }
          : state;
      case 'InvitationRevoked':
        return { status: 'revoked' };
      default:
        return unreachable(event);
    }
  },
};
