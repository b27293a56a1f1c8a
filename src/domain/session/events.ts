import type { Client } from '../shared/client.js';
import type { Personal } from '../shared/personal.js';

/** How a person has shown who they are. */
export type ProofKind = 'password' | 'provider' | 'code' | 'recovery-code' | 'passkey';

/** `tokenHash` is a keyed hash; the token is in the cookie and nowhere else. */
export interface SessionStarted {
  readonly type: 'SessionStarted';
  readonly data: {
    readonly sessionId: string;
    readonly userId: string;
    /** The team that the session works for; null: none yet. */
    readonly teamId: string | null;
    /** Where the sign-in came from, sealed under the user's key. */
    readonly client: Personal<Client>;
    readonly tokenHash: string;
    /** The user's, at that moment: once the user has another one, the session has ended. */
    readonly epoch: number;
    /** A second factor was shown, or a passkey, which is two in one. */
    readonly secondFactor: boolean;
    /** ISO 8601. */
    readonly expiresAt: string;
    /** What it was begun with; absent in older ones, and where nothing was shown anew. */
    readonly proof?: ProofKind | undefined;
  };
}

/** The person has shown again who they are; `metadata.time` says when. */
export interface SessionReauthenticated {
  readonly type: 'SessionReauthenticated';
  readonly data: { readonly proof: ProofKind };
}

/** At most once in half an hour; `metadata.time` says when. */
export interface SessionSeen {
  readonly type: 'SessionSeen';
  readonly data: Record<string, never>;
}

export interface SessionTeamSwitched {
  readonly type: 'SessionTeamSwitched';
  readonly data: { readonly teamId: string };
}

export interface SessionEnded {
  readonly type: 'SessionEnded';
  readonly data: {
    /** `replaced`: the same browser has another one now. `too-many`: the oldest, when the person began one more than a person has. */
    readonly why: 'signed-out' | 'ended' | 'replaced' | 'too-many';
    /** The team that it worked for; absent in older ones. */
    readonly teamId?: string | null | undefined;
  };
}

export type SessionEvent = SessionStarted | SessionReauthenticated | SessionSeen | SessionTeamSwitched | SessionEnded;
