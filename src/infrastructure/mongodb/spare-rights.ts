import type { Db } from 'mongodb';

interface ConnectionStatus {
  readonly authInfo?: { readonly authenticatedUserRoles?: readonly { readonly role: string; readonly db: string }[] };
}

/** Whether the user has a role beside `readWrite` on this database; null where the server asks for no user. */
export async function mongodbUserHasSpareRights(database: Db): Promise<boolean | null> {
  const { authInfo } = (await database.command({ connectionStatus: 1 })) as ConnectionStatus;
  const roles = authInfo?.authenticatedUserRoles ?? [];
  if (roles.length === 0) return null;
  return roles.some(({ role, db }) => role !== 'readWrite' || db !== database.databaseName);
}
