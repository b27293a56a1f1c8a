import { useSuspenseQuery } from '@tanstack/react-query';
import type { Role, Session } from './documents';
import { forAdmins } from './generated';
import type { Operation } from './operations';
import { sessionQuery } from './queries';

/** Who is signed in. Only for what is shown inside the shell: there is a session then. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

const onlyForAdmins: ReadonlySet<string> = new Set(forAdmins);
const ranks: Readonly<Record<Role, number>> = { 'read-only': 0, member: 1, admin: 2 };

/** The least role in a team that an operation is offered to. */
function leastRoleOf(name: Operation): Role {
  if (onlyForAdmins.has(name)) return 'admin';
  return name.startsWith('GET ') ? 'read-only' : 'member';
}

/** Whether a room that begins with this read is offered: to a person without a team as to readers. */
export function useOffered(): (reads: Operation) => boolean {
  const role = useSession().team?.role ?? 'read-only';
  return (reads) => ranks[role] >= ranks[leastRoleOf(reads)];
}

/**
 * Whether an operation is offered to the role of the person, so that people do not run into a refusal. The server
 * decides.
 */
export function useMay(name: Operation): boolean {
  return useMayDo()(name);
}

/** As {@link useMay}, for operations that are known later. */
export function useMayDo(): (name: Operation) => boolean {
  const { team } = useSession();
  return (name) => team !== null && ranks[team.role] >= ranks[leastRoleOf(name)];
}
