import type { Provenance } from '../shared/handle.js';
import { newLink } from './links.js';
import type { People } from './people.js';

const linkLifeMs = 3_600_000;

/**
 * A link that sets a password; the one before opens nothing any more. One that goes to the mailbox alone also proves
 * the address. Undefined when there is no such person, or it could not be written.
 */
export async function makeResetToken(people: People, userId: string, by: Provenance, goesTo: 'mailbox' | 'operator') {
  const { token, tokenHash } = newLink(people, userId);
  const expiresAt = new Date(people.ports.clock.now() + linkLifeMs).toISOString();
  const handled = await people.writeUser(by, userId, {
    type: 'RequestReset',
    tokenHash,
    expiresAt,
    toMailbox: goesTo === 'mailbox',
  });
  return 'refused' in handled || handled.last === undefined ? undefined : { token, eventId: handled.last.id };
}
