import type { ContactDocument } from '../../projections/contacts/contacts.projection.js';
import { teamProperties } from '../contact-property/contact-properties.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';

/**
 * The properties of a contact are those that its team has today. A key that was deleted and made again may have another
 * type: what contacts held under it before is no value of it.
 */
export async function shownProperties(ports: TeamReadPorts, teamId: string) {
  const types = new Map((await teamProperties(ports, teamId)).map(({ key, type }) => [key, type]));
  return (contact: ContactDocument): ContactDocument => {
    const properties = Object.entries(contact.properties).filter(([name, value]) => typeof value === types.get(name));
    return { ...contact, properties: Object.fromEntries(properties) };
  };
}
