import { z } from 'zod';
import { event, type EventIn, type EventOf, noMembers, personal, personHash, streams } from '../shared/event.js';

const invitedRole = z.enum(['admin', 'member', 'read-only']);

/** `tokenHash` is a keyed hash; what it is of is in the link and nowhere else. */
const invitationSent = event('InvitationSent', {
  data: z.object({
    invitationId: z.string(),
    teamId: z.string(),
    role: invitedRole,
    /** Sealed under the invitation's own key. */
    email: personal(z.string()),
    /** Keyed. */
    addressHash: personHash,
    tokenHash: z.string(),
    /**
     * Hash of another link, which only the email to the address holds; absent when the email held the same link as the
     * answer.
     */
    mailTokenHash: z.string().optional(),
    /** ISO 8601. */
    expiresAt: z.string(),
  }),
  summary: ({ teamId, role, expiresAt }) => `Invited to team ${teamId} as ${role}, valid until ${expiresAt}`,
});
export type InvitationSent = EventOf<typeof invitationSent>;

const invitationAccepted = event('InvitationAccepted', {
  data: z.object({ userId: z.string() }),
  summary: ({ userId }) => `Accepted by user ${userId}`,
  // Who joined with it is what is shown.
  activity: 'never',
});

const invitationRevoked = event('InvitationRevoked', {
  data: noMembers,
  summary: 'Invitation revoked',
});

export const invitationStreams = streams('invitation', [invitationSent, invitationAccepted, invitationRevoked]);
export type InvitationEvent = EventIn<typeof invitationStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly invitation: true;
  }
}
