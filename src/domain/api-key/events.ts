import { z } from 'zod';
import { event, type EventIn, type EventOf, noMembers, streams } from '../shared/event.js';

const permission = z.enum(['full_access', 'sending_access', 'read_only']);
/** Everything; sending and nothing else; reading everything but secrets. */
export type Permission = z.output<typeof permission>;

/** `tokenHash` is a keyed hash; the token itself is shown once and stored nowhere. */
const apiKeyCreated = event('ApiKeyCreated', {
  data: z.object({
    apiKeyId: z.string(),
    teamId: z.string(),
    name: z.string(),
    permission,
    /** Only with `sending_access`: the one domain that it may send from. */
    domainId: z.string().nullable(),
    tokenHash: z.string(),
    /** ISO 8601: from then on it opens nothing. When absent, it does not expire. */
    expiresAt: z.string().optional(),
    /** The beginning of the token, for people to know it by; absent of a token too short to show any of it. */
    tokenStart: z.string().optional(),
    /** The key whose place it takes, by rotation. */
    replaces: z.string().optional(),
  }),
  summary({ name, permission, domainId, teamId, expiresAt, replaces }) {
    const restriction = domainId === null ? '' : `, for domain ${domainId} only`;
    const until = expiresAt === undefined ? '' : `, expires ${expiresAt}`;
    return `API key "${name}" created for team ${teamId}: ${permission}${restriction}${until}${
      replaces === undefined ? '' : `, replaces ${replaces}`
    }`;
  },
});
export type ApiKeyCreated = EventOf<typeof apiKeyCreated>;

const apiKeyRenamed = event('ApiKeyRenamed', {
  data: z.object({ name: z.string() }),
  summary: ({ name }) => `Renamed to "${name}"`,
});

/** Rotated: another key has its rights, and this one opens nothing from `until` on. */
const apiKeyReplaced = event('ApiKeyReplaced', {
  data: z.object({
    by: z.string(),
    /** ISO 8601. */
    until: z.string(),
  }),
  summary: ({ by, until }) => `Rotated: replaced by API key ${by}, valid until ${until}`,
});

/** At most once a day and key; `metadata.time` says when. */
const apiKeyUsed = event('ApiKeyUsed', {
  data: noMembers,
  summary: 'API key used (recorded once a day)',
  activity: 'never',
});

const apiKeyDeleted = event('ApiKeyDeleted', { data: noMembers, summary: 'API key deleted' });

export const apiKeyStreams = streams('apikey', [
  apiKeyCreated,
  apiKeyRenamed,
  apiKeyReplaced,
  apiKeyUsed,
  apiKeyDeleted,
]);
export type ApiKeyEvent = EventIn<typeof apiKeyStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly apikey: true;
  }
}
