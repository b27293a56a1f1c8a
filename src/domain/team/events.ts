import { z } from 'zod';
import { type DataOf, event, type EventIn, type EventOf, streams } from '../shared/event.js';

const teamCreated = event('TeamCreated', {
  data: z.object({ teamId: z.string(), name: z.string() }),
  summary: ({ name }) => `Team "${name}" created`,
});
export type TeamCreated = EventOf<typeof teamCreated>;

const role = z.enum(['admin', 'member', 'read-only']);
/** What a person may do in a team; each may do what the next may. */
export type Role = z.output<typeof role>;

const teamRenamed = event('TeamRenamed', {
  data: z.object({ name: z.string() }),
  summary: ({ name }) => `Renamed to "${name}"`,
});

const memberAdded = event('MemberAdded', {
  data: z.object({
    userId: z.string(),
    role,
    /** Null when not by invitation. */
    invitationId: z.string().nullable(),
  }),
  summary: (data) => `User ${data.userId} joined as ${data.role}`,
});
export type MemberAdded = EventOf<typeof memberAdded>;

const memberRoleChanged = event('MemberRoleChanged', {
  data: z.object({ userId: z.string(), role }),
  summary: (data) => `Role of user ${data.userId} changed to ${data.role}`,
});

const memberRemoved = event('MemberRemoved', {
  data: z.object({ userId: z.string() }),
  summary: ({ userId }) => `User ${userId} removed from the team`,
});
export type MemberRemoved = EventOf<typeof memberRemoved>;

const securityPolicy = z.object({
  /** A person without one can do nothing but enrol one. */
  secondFactorRequired: z.boolean(),
  /** People with an address of the domain sign in by this provider only; null: every way is open. */
  sso: z.object({ provider: z.string(), domainId: z.string() }).nullable(),
});
export type SecurityPolicy = DataOf<typeof securityPolicy>;

/** Absolute: what it names replaces what was. */
const securityPolicyChanged = event('SecurityPolicyChanged', {
  data: securityPolicy,
  summary({ secondFactorRequired, sso }) {
    const only =
      sso === null ? 'all sign-in methods allowed' : `only ${sso.provider} for users of domain ${sso.domainId}`;
    return `Security policy changed: second factor ${secondFactorRequired ? 'required' : 'not required'}, ${only}`;
  },
});

export const teamStreams = streams('team', [
  teamCreated,
  teamRenamed,
  memberAdded,
  memberRoleChanged,
  memberRemoved,
  securityPolicyChanged,
]);
export type TeamEvent = EventIn<typeof teamStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly team: true;
  }
}
