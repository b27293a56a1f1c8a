import type { InvitationEvent } from '../../domain/invitation/events.js';
import type { SessionEvent } from '../../domain/session/events.js';
import type { Client } from '../../domain/shared/client.js';
import { unreachable } from '../../domain/shared/decider.js';
import { erasedText, reveal } from '../../domain/shared/personal.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { MemberAdded, MemberRemoved, Role } from '../../domain/team/events.js';
import type { Projection } from '../shared/projection.js';

/** That a person is in a team. Which role that is, the team itself says. */
export interface MembershipDocument {
  readonly id: string;
  readonly teamId: string;
  readonly userId: string;
}

/** The teams of each person. */
export const membershipsProjection: Projection<MemberAdded | MemberRemoved, MembershipDocument> = {
  name: 'memberships',
  version: 1,
  categories: ['team'],
  handles: ['MemberAdded', 'MemberRemoved'],
  personal: false,
  fields: { userId: 'text' },
  indexes: [['userId', 'id']],
  keys: ({ stream, event }) => [`${idOf(stream)}.${event.data.userId}`],
  evolve(_document, { stream, event }, id) {
    if (event.type === 'MemberRemoved') return undefined;
    return { id, teamId: idOf(stream), userId: event.data.userId };
  },
};

/** A session that was not ended explicitly: it may have expired, or ended with all others of its user. */
export interface SessionDocument {
  readonly id: string;
  readonly userId: string;
  readonly epoch: number;
  readonly client: Client;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
}

/** The sessions of each person. */
export const sessionsProjection: Projection<SessionEvent, SessionDocument> = {
  name: 'sessions',
  version: 1,
  categories: ['session'],
  handles: ['SessionStarted', 'SessionSeen', 'SessionTeamSwitched', 'SessionEnded'],
  personal: true,
  documentsOf: 'session',
  fields: { userId: 'text', startedAt: 'text' },
  indexes: [['userId', 'startedAt']],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata }, id) {
    const at = metadata.time;
    if (event.type === 'SessionStarted') {
      const { userId, epoch, expiresAt } = event.data;
      const client = reveal(event.data.client) ?? { address: null, userAgent: null };
      return { id, userId, epoch, client, startedAt: at, lastSeenAt: at, expiresAt };
    }
    if (document === undefined) return undefined;
    switch (event.type) {
      case 'SessionSeen':
      case 'SessionReauthenticated':
      case 'SessionTeamSwitched':
        return { ...document, lastSeenAt: at };
      case 'SessionEnded':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};

/** An invitation that was neither accepted nor revoked. */
export interface InvitationDocument {
  readonly id: string;
  readonly teamId: string;
  readonly role: Role;
  readonly email: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** The invitations of each team. Their ids are hashes, so they are listed by the time of their creation. */
export const invitationsProjection: Projection<InvitationEvent, InvitationDocument> = {
  name: 'invitations',
  version: 1,
  categories: ['invitation'],
  handles: ['InvitationSent', 'InvitationAccepted', 'InvitationRevoked'],
  personal: true,
  documentsOf: 'invitation',
  fields: { teamId: 'text', createdAt: 'text' },
  indexes: [['teamId', 'createdAt']],
  keys: ({ stream }) => [idOf(stream)],
  evolve(_document, { event, metadata }, id) {
    if (event.type !== 'InvitationSent') return undefined;
    const { teamId, role, expiresAt } = event.data;
    const email = reveal(event.data.email) ?? erasedText;
    return { id, teamId, role, email, createdAt: metadata.time, expiresAt };
  },
};
