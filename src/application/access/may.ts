import { unreachable } from '../../domain/shared/decider.js';
import type { Permission } from '../../domain/api-key/events.js';
import type { Role } from '../../domain/team/events.js';
import type { CallerRights } from '../ports/caller-scope.js';

/**
 * Who may use a case: anyone; a role of the team (a key or a person); `sender`: also a key that may only send, and no
 * reader; `person …`: that role, and no key; `oneself`: a person about themselves, in whatever team; `enrolling`: also
 * while the team still waits for a second factor.
 */
export type Need = 'anyone' | 'sender' | Role | 'person' | 'person admin' | 'oneself' | 'enrolling';

/** Each may do what those after it may. */
const ranks: Readonly<Record<Role, number>> = { 'read-only': 0, member: 1, admin: 2 };

/** The caller may not do this. `need` and `rights` say why. */
export class AccessRefused extends Error {
  readonly code = 'access-refused';

  constructor(
    readonly need: Need,
    readonly rights: CallerRights,
  ) {
    super(`this needs ${need}`);
  }
}

export function may(rights: CallerRights, need: Need): boolean {
  if (need === 'anyone') return true;
  switch (rights.kind) {
    case 'nobody':
      return false;
    case 'key':
      return mayKey(rights.permission, need);
    case 'person':
      return mayPerson(rights, need);
    default:
      return unreachable(rights);
  }
}

function mayKey(permission: Permission, need: Exclude<Need, 'anyone'>): boolean {
  switch (need) {
    case 'person':
    case 'person admin':
    case 'oneself':
    case 'enrolling':
      return false;
    case 'sender':
      return permission !== 'read_only';
    default:
      return permission === 'full_access' || (permission === 'read_only' && need === 'read-only');
  }
}

function mayPerson(
  { role, secondFactor }: Extract<CallerRights, { kind: 'person' }>,
  need: Exclude<Need, 'anyone'>,
): boolean {
  if (need === 'enrolling') return true;
  if (secondFactor === 'enrol') return false;
  if (need === 'oneself') return true;
  if (role === null) return false;
  return ranks[role] >= ranks[leastRole(need)];
}

function leastRole(need: Exclude<Need, 'anyone' | 'oneself' | 'enrolling'>): Role {
  switch (need) {
    case 'sender':
      return 'member';
    case 'person':
      return 'read-only';
    case 'person admin':
      return 'admin';
    default:
      return need;
  }
}
