import type { RecipientDsn } from '../../domain/shared/accepted-email.js';
import type { Mailbox } from '../../domain/shared/mailbox.js';
import type { MessageReader } from '../ports/message-reader.js';
import type { RawHeader } from './raw-header.js';
import type { SmtpEnvelope } from './smtp-submission.js';

/** Who gets a message, and who it names. */
export interface Recipients {
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly bcc: readonly Mailbox[];
  readonly recipientDsn: ReadonlyMap<string, RecipientDsn>;
  /** Every mailbox that the header names. */
  readonly named: readonly Mailbox[];
}

/** Limits all names together: they are kept for display, and share an event of limited size with the addresses. */
const maxNameCharacters = 32_768;

/** The recipients come from the envelope; their names, and whether one is shown as To or Cc, from the header. */
export function recipientsOf(reader: MessageReader, header: RawHeader, envelope: SmtpEnvelope): Recipients | undefined {
  const shownTo = byAddress(header.to);
  const shownCc = byAddress(header.cc);
  const roles: Record<'to' | 'cc' | 'bcc', Mailbox[]> = { to: [], cc: [], bcc: [] };
  const recipientDsn = new Map<string, RecipientDsn>();
  const known = new Set<string>();
  let nameCharacters = 0;
  for (const recipient of envelope.recipients) {
    const address = reader.address(recipient.address);
    if (address === undefined) return undefined;
    if (known.has(address)) continue;
    known.add(address);
    const same = address.toLowerCase();
    const role = shownTo.has(same) ? 'to' : shownCc.has(same) ? 'cc' : 'bcc';
    const name = shownTo.get(same) ?? shownCc.get(same) ?? null;
    nameCharacters += name?.length ?? 0;
    roles[role].push({ name: nameCharacters > maxNameCharacters ? null : name, address });
    const { notify, orcpt } = recipient;
    if (notify !== undefined || orcpt !== undefined) {
      recipientDsn.set(address, { notify: notify ?? null, orcpt: orcpt ?? null });
    }
  }
  return { ...roles, recipientDsn, named: [header.from, ...header.replyTo, ...header.to, ...header.cc] };
}

function byAddress(mailboxes: readonly Mailbox[]): ReadonlyMap<string, string | null> {
  return new Map(mailboxes.map(({ address, name }) => [address.toLowerCase(), name]));
}
