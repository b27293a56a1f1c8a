import type {
  ApiKeyCreated,
  ApiKeyDeleted,
  ApiKeyRenamed,
  ApiKeyReplaced,
  Permission,
} from '../../domain/api-key/events.js';
import type { InvitationRevoked, InvitationSent } from '../../domain/invitation/events.js';
import type { SessionEnded, SessionStarted, SessionTeamSwitched } from '../../domain/session/events.js';
import { unreachable } from '../../domain/shared/decider.js';
import type { Actor, Recorded } from '../../domain/shared/recorded.js';
import { categoryOf, idOf } from '../../domain/shared/stream-name.js';
import type {
  MemberAdded,
  MemberRemoved,
  MemberRoleChanged,
  Role,
  SecurityPolicy,
  SecurityPolicyChanged,
} from '../../domain/team/events.js';
import type { CredentialEvent } from '../../domain/user/credential-events.js';
import type { PasswordOccasion, UserEvent } from '../../domain/user/events.js';
import { type RemovedWays, removedWays } from '../../domain/user/removed-ways.js';
import type { Projection } from '../shared/projection.js';

/** What changes how one person gets in, whichever team it is. */
type OfPerson = Extract<
  UserEvent | CredentialEvent,
  {
    readonly type:
      | 'UserAddressProven'
      | 'UserWaysInEnded'
      | 'UserPasswordSet'
      | 'PasswordResetRequested'
      | 'UserEmailChanged'
      | 'UserDisabled'
      | 'UserEnabled'
      | 'UserSessionsEnded'
      | 'TotpConfirmed'
      | 'TotpRemoved'
      | 'RecoveryCodesMade'
      | 'RecoveryCodeUsed'
      | 'PasskeyAdded'
      | 'PasskeyRemoved'
      | 'IdentityLinked'
      | 'IdentityUnlinked'
      | 'CredentialsRemoved';
  }
>;

type AccessEvent =
  | ApiKeyCreated
  | ApiKeyRenamed
  | ApiKeyReplaced
  | ApiKeyDeleted
  | MemberAdded
  | MemberRoleChanged
  | MemberRemoved
  | SecurityPolicyChanged
  | InvitationSent
  | InvitationRevoked
  | SessionStarted
  | SessionTeamSwitched
  | SessionEnded
  | OfPerson;

/** What happened, with ids in place of what is personal. */
export type AccessChange =
  | { readonly type: 'ApiKeyCreated'; readonly name: string; readonly permission: Permission }
  | { readonly type: 'ApiKeyRenamed'; readonly name: string }
  | { readonly type: 'ApiKeyReplaced'; readonly apiKeyId: string; readonly until: string }
  | { readonly type: 'ApiKeyDeleted'; readonly apiKeyId: string }
  | { readonly type: 'MemberAdded' | 'MemberRoleChanged'; readonly userId: string; readonly role: Role }
  | { readonly type: 'MemberRemoved'; readonly userId: string }
  | ({ readonly type: 'SecurityPolicyChanged' } & SecurityPolicy)
  | { readonly type: 'InvitationSent'; readonly invitationId: string; readonly role: Role }
  | { readonly type: 'InvitationRevoked'; readonly invitationId: string }
  | { readonly type: 'SessionStarted'; readonly userId: string; readonly secondFactor: boolean }
  | { readonly type: 'SessionTeamSwitched' }
  | { readonly type: 'SessionEnded'; readonly why: SessionEnded['data']['why'] }
  | { readonly type: 'UserPasswordSet'; readonly userId: string; readonly why: PasswordOccasion }
  | { readonly type: 'IdentityLinked'; readonly userId: string; readonly provider: string }
  | ({ readonly type: 'CredentialsRemoved'; readonly userId: string } & RemovedWays)
  | {
      readonly type: Exclude<OfPerson['type'], 'UserPasswordSet' | 'IdentityLinked' | 'CredentialsRemoved'>;
      readonly userId: string;
    };

export interface AccessEventDocument {
  /** The event's. */
  readonly id: string;
  /** The id of the team, or of the person: then of each team while the person is in it. */
  readonly concerns: string;
  /** ISO 8601. */
  readonly at: string;
  readonly actor: Actor;
  /** That knows from where; null: there was none. */
  readonly sessionId: string | null;
  readonly change: AccessChange;
}

/** Who changed access. From where, and names, are where they are sealed: nothing personal is here. */
export const accessAuditProjection: Projection<AccessEvent, AccessEventDocument> = {
  name: 'access-audit',
  version: 4,
  categories: ['apikey', 'team', 'invitation', 'session', 'user'],
  handles: [
    'ApiKeyCreated',
    'ApiKeyRenamed',
    'ApiKeyReplaced',
    'ApiKeyDeleted',
    'MemberAdded',
    'MemberRoleChanged',
    'MemberRemoved',
    'SecurityPolicyChanged',
    'InvitationSent',
    'InvitationRevoked',
    'SessionStarted',
    'SessionTeamSwitched',
    'SessionEnded',
    'UserAddressProven',
    'UserWaysInEnded',
    'UserPasswordSet',
    'PasswordResetRequested',
    'UserEmailChanged',
    'UserDisabled',
    'UserEnabled',
    'UserSessionsEnded',
    'TotpConfirmed',
    'TotpRemoved',
    'RecoveryCodesMade',
    'RecoveryCodeUsed',
    'PasskeyAdded',
    'PasskeyRemoved',
    'IdentityLinked',
    'IdentityUnlinked',
    'CredentialsRemoved',
  ],
  personal: false,
  fields: { concerns: 'text', at: 'text' },
  indexes: [['concerns', 'at']],
  keys: (recorded) => (concernsOf(recorded) === null ? [] : [recorded.id]),
  evolve(document, recorded, id) {
    const concerns = concernsOf(recorded);
    if (document !== undefined || concerns === null) return document;
    const { stream, event, metadata } = recorded;
    const { time: at, actor } = metadata;
    const ofSession = categoryOf(stream) === 'session' ? idOf(stream) : null;
    return {
      id,
      concerns,
      at,
      actor,
      sessionId: metadata.sessionId ?? ofSession,
      change: changeOf(event, idOf(stream)),
    };
  },
};

/**
 * A session that gives way to the next one of its browser is no change.
 * @returns null when it concerns no team.
 */
function concernsOf({ stream, event, metadata }: Recorded<AccessEvent>): string | null {
  switch (event.type) {
    case 'SessionEnded':
      return event.data.why === 'replaced' ? null : (event.data.teamId ?? metadata.teamId);
    case 'SessionStarted':
    case 'SessionTeamSwitched':
    case 'InvitationSent':
    case 'ApiKeyCreated':
      return event.data.teamId;
    case 'InvitationRevoked':
    case 'ApiKeyRenamed':
    case 'ApiKeyReplaced':
    case 'ApiKeyDeleted':
      return metadata.teamId;
    default:
      return idOf(stream);
  }
}

function changeOf(event: AccessEvent, id: string): AccessChange {
  switch (event.type) {
    case 'ApiKeyCreated': {
      const { name, permission } = event.data;
      return { type: event.type, name, permission };
    }
    case 'ApiKeyRenamed':
      return { type: event.type, name: event.data.name };
    case 'ApiKeyReplaced':
      return { type: event.type, apiKeyId: id, until: event.data.until };
    case 'ApiKeyDeleted':
      return { type: event.type, apiKeyId: id };
    case 'MemberAdded':
    case 'MemberRoleChanged': {
      const { userId, role } = event.data;
      return { type: event.type, userId, role };
    }
    case 'MemberRemoved':
      return { type: event.type, userId: event.data.userId };
    case 'SecurityPolicyChanged':
      return { type: event.type, ...event.data };
    case 'InvitationSent':
      return { type: event.type, invitationId: id, role: event.data.role };
    case 'InvitationRevoked':
      return { type: event.type, invitationId: id };
    case 'SessionStarted': {
      const { userId, secondFactor } = event.data;
      return { type: event.type, userId, secondFactor };
    }
    case 'SessionTeamSwitched':
      return { type: event.type };
    case 'SessionEnded':
      return { type: event.type, why: event.data.why };
    case 'UserPasswordSet':
      return { type: event.type, userId: id, why: event.data.why };
    case 'IdentityLinked':
      return { type: event.type, userId: id, provider: event.data.provider };
    case 'CredentialsRemoved':
      return { type: event.type, userId: id, ...removedWays(event.data) };
    case 'UserAddressProven':
    case 'UserWaysInEnded':
    case 'PasswordResetRequested':
    case 'UserEmailChanged':
    case 'UserDisabled':
    case 'UserEnabled':
    case 'UserSessionsEnded':
    case 'TotpConfirmed':
    case 'TotpRemoved':
    case 'RecoveryCodesMade':
    case 'RecoveryCodeUsed':
    case 'PasskeyAdded':
    case 'PasskeyRemoved':
    case 'IdentityUnlinked':
      return { type: event.type, userId: id };
    default:
      return unreachable(event);
  }
}
