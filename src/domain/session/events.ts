import { z } from 'zod';
import { client } from '../shared/client.js';
import { event, type EventIn, type EventOf, noMembers, personal, streams } from '../shared/event.js';
import { withUser } from '../shared/with-user.js';

const proofKind = z.enum(['password', 'provider', 'code', 'recovery-code', 'passkey']);
/** How a person has shown who they are. */
export type ProofKind = z.output<typeof proofKind>;

/** `tokenHash` is a keyed hash; the token is in the cookie and nowhere else. */
const sessionStarted = event('SessionStarted', {
  data: z.object({
    userId: z.string(),
    sessionId: z.string(),
    /** The team that the session works for; null: none yet. */
    teamId: z.string().nullable(),
    /** Where the sign-in came from, sealed under the user's key. */
    client: personal(client, withUser),
    tokenHash: z.string(),
    /** The user's, at that moment: once the user has another one, the session has ended. */
    epoch: z.number(),
    /** A second factor was shown, or a passkey, which is two in one. */
    secondFactor: z.boolean(),
    /** ISO 8601. */
    expiresAt: z.string(),
    /** What it was begun with; absent in older ones, and where nothing was shown again. */
    proof: proofKind.optional(),
  }),
  summary: ({ userId, secondFactor }) => `User ${userId} signed in${secondFactor ? ' with a second factor' : ''}`,
});
export type SessionStarted = EventOf<typeof sessionStarted>;

/** The person has shown again who they are; `metadata.time` says when. */
const sessionReauthenticated = event('SessionReauthenticated', {
  data: z.object({ proof: proofKind }),
  summary: ({ proof }) => `Identity confirmed by ${proof}`,
  activity: 'never',
});

/** At most once in half an hour; `metadata.time` says when. */
const sessionSeen = event('SessionSeen', {
  data: noMembers,
  summary: 'Session used (recorded at most every half hour)',
  activity: 'never',
});

const sessionTeamSwitched = event('SessionTeamSwitched', {
  data: z.object({ teamId: z.string() }),
  summary: ({ teamId }) => `Switched to team ${teamId}`,
});

const endedWhy = {
  'signed-out': 'Signed out',
  ended: 'Ended',
  replaced: 'Replaced by a new session',
  'too-many': 'Oldest session ended: too many sessions',
} as const;

const sessionEnded = event('SessionEnded', {
  data: z.object({
    /**
     * `replaced`: the same browser has another one now. `too-many`: the oldest, when the person began one more than a
     * person has.
     */
    why: z.enum(['signed-out', 'ended', 'replaced', 'too-many']),
    /** The team that it worked for; absent in older ones. */
    teamId: z.string().nullable().optional(),
  }),
  summary: ({ why }) => endedWhy[why],
});
export type SessionEnded = EventOf<typeof sessionEnded>;

export const sessionStreams = streams('session', [
  sessionStarted,
  sessionReauthenticated,
  sessionSeen,
  sessionTeamSwitched,
  sessionEnded,
]);
export type SessionEvent = EventIn<typeof sessionStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly session: true;
  }
}
