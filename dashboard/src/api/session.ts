import { useSuspenseQuery } from '@tanstack/react-query';
import type { Role, Session } from './documents';
import { sessionQuery } from './queries';

/** Who is signed in. Only for what is shown inside the shell: there is a session then. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/**
 * What the page offers to each role, so that people do not run into a refusal. The server decides: `need` of each use case
 * is its table.
 */
const leastRole = {
  manageApiKeys: 'admin',
  managePeople: 'admin',
  managePolicy: 'admin',
  readInvitations: 'admin',
  readAccessAudit: 'admin',
  changeEmails: 'member',
  manageWebhooks: 'member',
  moveQueue: 'member',
  export: 'member',
  manageDomains: 'member',
  manageSuppressions: 'member',
  erasePeople: 'admin',
} as const satisfies Readonly<Record<string, Role>>;

const ranks: Readonly<Record<Role, number>> = { 'read-only': 0, member: 1, admin: 2 };

export type Right = keyof typeof leastRole;

export function useRights(): (what: Right) => boolean {
  const { team } = useSession();
  return (what) => team !== null && ranks[team.role] >= ranks[leastRole[what]];
}

export function useMay(what: Right): boolean {
  return useRights()(what);
}
