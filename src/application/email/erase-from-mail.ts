import { email } from '../../domain/email/email.js';
import type { EmailAccepted } from '../../domain/email/events.js';
import { vaultContentOf } from '../../domain/shared/accepted-email.js';
import type { Kid } from '../../domain/shared/personal.js';
import { idOf, type StreamName } from '../../domain/shared/stream-name.js';
import type { SubmissionEvent } from '../../domain/submission/events.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { Erasable, ErasurePorts, Found } from '../shared/erasing.js';
import { factPatience, handle, load, type LogPorts, type Provenance } from '../shared/handle.js';
import { acceptedIn } from '../../domain/email/accepted-in.js';

/**
 * Erases a person from an email, given as what opened its stream: as a recipient the person's own key and no other's;
 * the whole content where the person wrote the mail, or where no other recipient is left.
 * @returns undefined when nothing of the person is left.
 */
export async function eraseFromMail(
  ports: ErasurePorts,
  stored: StoredEvent,
  person: string,
): Promise<Found | undefined> {
  const [recorded] = ports.codec.decode<EmailAccepted>([stored]);
  if (recorded === undefined) return undefined;
  const { data } = recorded.event;
  const states = await ports.keys.getMany([data.body.kid, ...data.recipients.map(({ mailbox }) => mailbox.kid)]);
  const isThere = (kid: Kid): boolean => states.get(kid)?.state !== 'destroyed';
  const own = data.recipients.flatMap(({ addressHash, mailbox }) => (addressHash === person ? [mailbox.kid] : []));
  const noOtherRecipient = data.recipients.every(({ mailbox }) => own.includes(mailbox.kid) || !isThere(mailbox.kid));
  const whole = noOtherRecipient || data.contentAddressHashes.includes(person);
  const kids = [...own, ...(whole ? [data.body.kid] : [])].filter(isThere);
  if (kids.length === 0) return undefined;
  const errors = data.submission === null ? undefined : await errorsToErase(ports, data.submission, stored.stream);
  return {
    whole,
    streams: [stored.stream, ...(errors?.streams ?? [])],
    kids: [...kids, ...(errors?.kids ?? [])],
    blobIds: whole ? vaultContentOf(data).blobIds : [],
  };
}

/**
 * The refused items that a permissive batch remembers may quote what they were about; they go with any of its mails.
 * The list of the batch stays: what it says of each mail lies under that mail's own keys.
 */
async function errorsToErase(
  ports: LogPorts,
  submission: StreamName,
  email: StreamName,
): Promise<Pick<Erasable, 'streams' | 'kids'> | undefined> {
  const stored = await ports.store.readStream(submission);
  for (const { event } of ports.codec.decode<SubmissionEvent>(stored)) {
    if (event.type !== 'SubmissionAccepted' || !event.data.emailIds.includes(idOf(email))) continue;
    const { errors, emails } = event.data;
    const listKid = 'blobId' in emails ? emails.kid : undefined;
    return errors === null || errors.kid === listKid ? undefined : { streams: [submission], kids: [errors.kid] };
  }
  return undefined;
}

/** Who still waits for a mail that cannot be sent to them any more waits no longer, whenever it would have been due. */
export async function giveUpErased(ports: ErasurePorts, stream: StreamName, { context }: Provenance): Promise<void> {
  const loaded = await load(ports, email, stream);
  const opening = acceptedIn(loaded.events);
  if (opening === undefined || loaded.state.status !== 'accepted') return;
  const { content, recipients: accepted } = opening.event.data;
  const due = loaded.state.recipients.flatMap(({ status }, number) => (status === 'due' ? [number] : []));
  if (due.length === 0) return;
  const states = await ports.keys.getMany([content.kid, ...accepted.map(({ mailbox }) => mailbox.kid)]);
  const isErased = ({ kid }: { readonly kid: typeof content.kid }) => states.get(kid)?.state === 'destroyed';
  const recipients = due.filter((number) => {
    const mailbox = accepted[number]?.mailbox;
    return isErased(content) || (mailbox !== undefined && isErased(mailbox));
  });
  if (recipients.length === 0) return;
  const { teamId, region } = opening.metadata;
  const provenance = { context: { ...context, teamId }, region };
  const options = { patience: factPatience, loaded };
  await handle(ports, email, stream, { type: 'GiveUp', reason: 'erased', recipients }, provenance, options);
}
