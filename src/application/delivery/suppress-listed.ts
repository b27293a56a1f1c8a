import { email } from '../../domain/email/email.js';
import type { EmailAccepted, EmailEvent } from '../../domain/email/events.js';
import type { EmailState } from '../../domain/email/state.js';
import { reveal } from '../../domain/shared/personal.js';
import type { SuppressRecipients } from '../../domain/email/commands.js';
import { factPatience, handle, type Loaded, type Provenance } from '../shared/handle.js';
import type { DeliveryPorts } from './delivery-ports.js';
import { giveUp } from './record-result.js';

/**
 * Settles the recipients that are on the team's suppression list, have said no to what the mail is about, or were
 * erased since; answers whether there were any. Throws where that cannot be read: the mail is held then, never sent
 * unchecked.
 */
export async function suppressListed(
  ports: DeliveryPorts,
  loaded: Loaded<EmailState, EmailEvent>,
  accepted: EmailAccepted['data'],
  due: readonly number[],
  provenance: Provenance,
): Promise<boolean> {
  const { teamId } = provenance.context;
  if (teamId === null) return false;
  const erased: number[] = [];
  const { retryClass, subscription, broadcast } = accepted;
  const contactId = broadcast?.contactId;
  const asked = due.map(async (number): Promise<SuppressRecipients['recipients']> => {
    const recipient = accepted.recipients[number];
    const address = recipient === undefined ? undefined : reveal(recipient.mailbox)?.address;
    if (address === undefined) return [];
    const why = await ports.suppressions.reason({ teamId, address, retryClass, subscription, contactId });
    if (why?.reason !== 'erased') return why === undefined ? [] : [{ recipient: number, ...why }];
    erased.push(number);
    return [];
  });
  const recipients = (await Promise.all(asked)).flat();
  if (erased.length > 0) {
    // The others are asked about again.
    await giveUp(ports, loaded, erased, 'erased', provenance);
    return true;
  }
  if (recipients.length === 0) return false;
  const options = { patience: factPatience, loaded, personal: true };
  await handle(ports, email, loaded.stream, { type: 'SuppressRecipients', recipients }, provenance, options);
  recipients.forEach(() => ports.onAttempt('suppressed'));
  return true;
}
