import type { ApiKeyEvent } from '../../domain/api-key/events.js';
import type { EmailEvent } from '../../domain/email/events.js';
import type { InvitationEvent } from '../../domain/invitation/events.js';
import type { QueueEvent } from '../../domain/queue/events.js';
import type { SessionEvent } from '../../domain/session/events.js';
import type { Summaries } from '../../domain/shared/event.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { SecurityPolicy, TeamEvent } from '../../domain/team/events.js';
import type { UserEvent } from '../../domain/user/events.js';
import type { CredentialEvent } from '../../domain/user/credential-events.js';
import { removedWays, waysInWords } from '../../domain/user/removed-ways.js';

/** By id; null: not there any more, or erased. */
export interface Names {
  readonly person: (userId: string) => Promise<string | null>;
  readonly apiKey: (apiKeyId: string) => Promise<string | null>;
  /** The address that an invitation was sent to. */
  readonly invited: (invitationId: string) => Promise<string | null>;
  readonly domain: (domainId: string) => Promise<string | null>;
}

/** Those whose sentence in an audit has ids where a team reads names. */
type Named =
  | ApiKeyEvent
  | EmailEvent
  | InvitationEvent
  | QueueEvent
  | SessionEvent
  | TeamEvent
  | UserEvent
  | CredentialEvent;

const erasedPerson = 'an erased person';

/**
 * What happened, for the people of a team, who read beside it who did it: that person is not named again. The sentence
 * of the event's definition, but where that names people and keys by their ids.
 */
export async function sentenceOf(recorded: Recorded, names: Names, summaries: Summaries): Promise<string> {
  const { stream, metadata } = recorded;
  // Those of other types have the sentence of their definition.
  const event = recorded.event as Named;
  const own = idOf(stream);
  const nameOf = async (userId: string) => (await names.person(userId)) ?? erasedPerson;
  switch (event.type) {
    case 'ApiKeyCreated':
      return `API key “${event.data.name}” created: ${permissions[event.data.permission]}`;
    case 'ApiKeyRenamed':
      return `API key renamed to “${event.data.name}”`;
    case 'ApiKeyReplaced': {
      const until = event.data.until.slice(0, 16).replace('T', ' ');
      return `API key “${(await names.apiKey(own)) ?? own}” rotated: its old token is valid until ${until} UTC`;
    }
    case 'ApiKeyDeleted':
      return `API key “${(await names.apiKey(own)) ?? own}” revoked`;
    case 'InvitationSent':
      return `${(await names.invited(own)) ?? 'An erased address'} invited as ${event.data.role}`;
    case 'InvitationRevoked':
      return `Invitation of ${(await names.invited(own)) ?? 'an erased address'} revoked`;
    case 'TeamRenamed':
      return `Team renamed to “${event.data.name}”`;
    case 'SecurityPolicyChanged':
      return policySentence(event.data, names);
    case 'MemberAdded':
    case 'MemberRoleChanged':
    case 'MemberRemoved': {
      const who = metadata.actor.id === event.data.userId ? undefined : await nameOf(event.data.userId);
      return ofMember(event, who);
    }
    case 'SessionStarted':
      return `Signed in${event.data.secondFactor ? ' with a second factor' : ''}`;
    case 'SessionTeamSwitched':
      return 'Switched to this team';
    case 'SessionEnded':
      return sessionEnds[event.data.why];
    case 'QueuePaused':
    case 'QueueResumed': {
      const { kind, name, reason } = event.data;
      const where = kind === 'mx-set' ? name : 'a recipient domain';
      const because = reason === null ? '' : `: ${reason}`;
      return `Delivery to ${where} ${event.type === 'QueuePaused' ? 'paused' : 'resumed'}${because}`;
    }
    case 'EmailFailed':
      return `Dropped from the queue${event.data.why === null ? '' : `: ${event.data.why}`}`;
    case 'EmailRetried':
      return `Retried at once: ${event.data.reason}`;
    default: {
      const said = ofAccount(event, metadata.actor.kind);
      if (said === undefined) return withoutTeam(summaries(recorded.event));
      return metadata.actor.id === own ? said : `${said} for ${await nameOf(own)}`;
    }
  }
}

const permissions = { full_access: 'full access', sending_access: 'sending only', read_only: 'read-only' } as const;

const sessionEnds = {
  'signed-out': 'Signed out',
  'too-many': 'Oldest session ended: too many sessions',
  ended: 'Session in another browser ended',
  replaced: 'Session replaced',
} as const;

async function policySentence({ secondFactorRequired, sso }: SecurityPolicy, names: Names): Promise<string> {
  const factor = `Sign-in policy changed: second factor ${secondFactorRequired ? 'required' : 'optional'}`;
  if (sso === null) return factor;
  const domain = (await names.domain(sso.domainId)) ?? 'a removed domain';
  return `${factor}, people of ${domain} sign in by ${sso.provider} only`;
}

/** `who` undefined: it is the person who did it. */
function ofMember(
  event: Extract<TeamEvent, { readonly data: { readonly userId: string } }>,
  who: string | undefined,
): string {
  switch (event.type) {
    case 'MemberAdded':
      return who === undefined ? `Joined as ${event.data.role}` : `${who} joined as ${event.data.role}`;
    case 'MemberRoleChanged':
      return who === undefined ? `Own role changed to ${event.data.role}` : `${who} is now ${event.data.role}`;
    default:
      return who === undefined ? 'Left the team' : `${who} removed from the team`;
  }
}

/** @returns undefined when it is not about an account. */
function ofAccount(event: Named, by: string): string | undefined {
  switch (event.type) {
    case 'UserCreated':
      return 'Account created';
    case 'UserRenamed':
      return 'Name changed';
    case 'UserAddressProven':
      return by === 'cli' ? 'Email address confirmed by the operator' : 'Email address confirmed';
    case 'UserWaysInEnded':
      return 'All earlier sign-in methods ended';
    case 'UserPasswordSet':
      return { created: 'Password set', changed: 'Password changed', reset: 'Password set by a link' }[event.data.why];
    case 'PasswordResetRequested':
      return 'Password reset link created';
    case 'UserEmailChanged':
      return 'Email address changed';
    case 'UserDisabled':
      return 'Account disabled';
    case 'UserEnabled':
      return 'Account enabled';
    case 'UserSessionsEnded':
      return 'All sessions ended';
    case 'TotpConfirmed':
      return 'Authenticator app added';
    case 'TotpRemoved':
      return 'Authenticator app removed';
    case 'RecoveryCodesMade':
      return 'New recovery codes created';
    case 'RecoveryCodeUsed':
      return 'Recovery code used';
    case 'PasskeyAdded':
      return 'Passkey added';
    case 'PasskeyRemoved':
      return 'Passkey removed';
    case 'IdentityLinked':
      return `Sign-in by ${event.data.provider} added`;
    case 'IdentityUnlinked':
      return 'Sign-in by a provider removed';
    case 'CredentialsRemoved':
      return `Removed ${waysInWords(removedWays(event.data))}`;
    default:
      return undefined;
  }
}

/** It is read in the list of the team. */
function withoutTeam(summary: string): string {
  return summary.replace(/ for team [0-9a-f-]{36}/, '');
}
