import { type Decider, refuse, unreachable } from '../shared/decider.js';
import type { Role, SecurityPolicy, TeamEvent } from './events.js';

export type TeamCommand =
  | { readonly type: 'CreateTeam'; readonly teamId: string; readonly name: string }
  | { readonly type: 'RenameTeam'; readonly name: string }
  | {
      readonly type: 'AddMember';
      readonly userId: string;
      readonly role: Role;
      readonly invitationId: string | null;
    }
  | { readonly type: 'ChangeMemberRole'; readonly userId: string; readonly role: Role }
  | { readonly type: 'RemoveMember'; readonly userId: string }
  | { readonly type: 'ChangeSecurityPolicy'; readonly policy: Partial<SecurityPolicy> };

export type TeamState = { readonly status: 'none' } | ActiveTeam;

interface ActiveTeam {
  readonly status: 'active';
  readonly name: string;
  readonly members: ReadonlyMap<string, Member>;
  readonly policy: SecurityPolicy;
}

interface Member {
  readonly role: Role;
  /** ISO 8601. */
  readonly joinedAt: string;
}

export type TeamRefusal = 'already-exists' | 'not-found' | 'not-a-member' | 'last-admin';

const noPolicy: SecurityPolicy = { secondFactorRequired: false, sso: null };

/** The people who share mails, domains and keys, and what each may do. A team that has had an admin keeps one. */
export const team: Decider<TeamCommand, TeamState, TeamEvent, TeamRefusal> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (command.type === 'CreateTeam') {
      if (state.status !== 'none') return refuse('already-exists');
      return [{ type: 'TeamCreated', data: { teamId: command.teamId, name: command.name } }];
    }
    if (state.status === 'none') return refuse('not-found');
    switch (command.type) {
      case 'RenameTeam':
        return command.name === state.name ? [] : [{ type: 'TeamRenamed', data: { name: command.name } }];
      case 'AddMember': {
        const { userId, role, invitationId } = command;
        return state.members.has(userId) ? [] : [{ type: 'MemberAdded', data: { userId, role, invitationId } }];
      }
      case 'ChangeMemberRole': {
        const { userId, role } = command;
        const member = state.members.get(userId);
        if (member === undefined) return refuse('not-a-member');
        if (member.role === role) return [];
        return isLastAdmin(state, userId)
          ? refuse('last-admin')
          : [{ type: 'MemberRoleChanged', data: { userId, role } }];
      }
      case 'RemoveMember': {
        const { userId } = command;
        if (!state.members.has(userId)) return refuse('not-a-member');
        return isLastAdmin(state, userId) ? refuse('last-admin') : [{ type: 'MemberRemoved', data: { userId } }];
      }
      case 'ChangeSecurityPolicy': {
        const policy = { ...state.policy, ...command.policy };
        return isSame(policy, state.policy) ? [] : [{ type: 'SecurityPolicyChanged', data: policy }];
      }
      default:
        return unreachable(command);
    }
  },

  evolve(state, event, at) {
    if (event.type === 'TeamCreated') {
      return { status: 'active', name: event.data.name, members: new Map(), policy: noPolicy };
    }
    if (state.status === 'none') return state;
    switch (event.type) {
      case 'TeamRenamed':
        return { ...state, name: event.data.name };
      case 'MemberAdded': {
        const { userId, role } = event.data;
        return { ...state, members: new Map(state.members).set(userId, { role, joinedAt: at }) };
      }
      case 'MemberRoleChanged': {
        const { userId, role } = event.data;
        const joinedAt = state.members.get(userId)?.joinedAt ?? at;
        return { ...state, members: new Map(state.members).set(userId, { role, joinedAt }) };
      }
      case 'MemberRemoved': {
        const members = new Map(state.members);
        members.delete(event.data.userId);
        return { ...state, members };
      }
      case 'SecurityPolicyChanged':
        return { ...state, policy: event.data };
      default:
        return unreachable(event);
    }
  },
};

function isLastAdmin({ members }: ActiveTeam, userId: string): boolean {
  const admins = [...members].filter(([, { role }]) => role === 'admin');
  return admins.length === 1 && admins[0]?.[0] === userId;
}

function isSame(one: SecurityPolicy, other: SecurityPolicy): boolean {
  return (
    one.secondFactorRequired === other.secondFactorRequired &&
    one.sso?.provider === other.sso?.provider &&
    one.sso?.domainId === other.sso?.domainId
  );
}
