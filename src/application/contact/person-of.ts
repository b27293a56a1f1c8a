import { reveal } from '../../domain/shared/personal.js';
import type { MergeValues } from '../../domain/template/merge.js';
import { findContact } from './manage-contacts.js';
import type { WriteContactPorts } from './write-contact.js';

/** How the team's contact with the address is called, as templates ask for it; nothing where there is none. */
export async function personOf(ports: WriteContactPorts, teamId: string, address: string): Promise<MergeValues> {
  const found = await findContact(ports, teamId, { address });
  const profile = found === undefined ? undefined : reveal(found.state.described.profile);
  return {
    ...(profile?.firstName == null ? {} : { FIRST_NAME: profile.firstName }),
    ...(profile?.lastName == null ? {} : { LAST_NAME: profile.lastName }),
  };
}
