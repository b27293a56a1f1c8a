import type { EmailAccepted } from '../../domain/email/events.js';
import type { SuppressionAdded } from '../../domain/suppression/events.js';
import type { Kid } from '../../domain/shared/personal.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import type { BodySealer } from '../ports/body-sealer.js';
import type { EventFilter, StoredEvent } from '../ports/event-store.js';
import { noteAndPass, type ProcessManager } from '../shared/process-manager/run-process-manager.js';
import { createSubmissionOpener } from '../submission/submission-opener.js';
import { delay } from '../shared/delay.js';
import type { LogPorts, Provenance } from '../shared/handle.js';
import { blobsOf, together } from './erase-emails.js';
import { completeErasure, type Erasable, eraseListed, type ErasurePorts, requestErasure } from './erase-listed.js';
import { peopleCategories, peopleTypes, personLeft } from './erase-user.js';
import { idOf, type StreamName } from '../../domain/shared/stream-name.js';
import type { SubmissionEvent } from '../../domain/submission/events.js';

export interface ErasePersonPorts extends ErasurePorts {
  readonly sealer: BodySealer;
}

export interface ErasedMails {
  /** Of which anything was erased. */
  readonly emails: number;
  /** Of these, the ones that are gone whole: body, subject and everything else. */
  readonly whole: number;
}

const nothing: ErasedMails = { emails: 0, whole: 0 };

const pageSize = 500;
/** Names of streams, keys and blobs in one part: under a third of what an append may hold. */
const maxNamesOfPart = 5_000;

/**
 * Erases an address, given as its keyed hash, from every mail that was accepted by now, with the account and the invitations of the address: as a recipient its own key and
 * no other's; the whole content where it wrote the mail, or where no other recipient is left. Found in the log itself, up to
 * an end behind which nothing of it lies; cut off at any point, {@link finishPerson} goes on.
 */
export async function erasePerson(
  ports: ErasePersonPorts,
  person: string,
  context: Provenance['context'],
): Promise<ErasedMails & { readonly erasureId: string }> {
  const erasureId = ports.ids.next();
  const provenance = { context, region: null };
  const data = { scope: 'person', person, streams: [], kids: [], blobIds: [] } as const;
  await requestErasure(ports, erasureId, data, provenance);
  return { erasureId, ...(await finishPerson(ports, erasureId, person, provenance)) };
}

/** Everything that is still there of the person, and then the word that it is done. Repeatable at any point. */
export async function finishPerson(
  ports: ErasePersonPorts,
  erasureId: string,
  person: string,
  provenance: Provenance,
): Promise<ErasedMails> {
  // A mail that its submission lists and that has no stream yet is opened here, so that it is found like the others.
  const opener = createSubmissionOpener(ports, 0);
  let total = nothing;
  let after: Position | undefined;
  // Erasing takes its time, and mails go on being accepted: until a look at the new end of the log finds none.
  for (let again = true; again; ) {
    const walked = await eraseUntilEnd(ports, person, provenance, opener, after);
    const cutOff = walked.noted && !opener.backlog.isEmpty;
    if (cutOff) await opener.act();
    after = walked.position;
    total = sum(total, walked.erased);
    again = cutOff || walked.erased.emails > 0;
  }
  await completeErasure(ports, erasureId, { streams: [], kids: [], blobIds: [] }, provenance);
  return total;
}

interface Walked {
  readonly erased: ErasedMails;
  readonly position: Position | undefined;
  /** The opener was shown an event. */
  readonly noted: boolean;
}

/** One walk over the log from `after` to its end, erasing what it finds in parts. */
async function eraseUntilEnd(
  ports: ErasePersonPorts,
  person: string,
  provenance: Provenance,
  opener: ProcessManager,
  after: Position | undefined,
): Promise<Walked> {
  let position = after;
  let noted = false;
  let part: Found[] = [];
  let namesOfPart = 0;
  let erased = nothing;
  const eraseFound = async (): Promise<void> => {
    if (part.length === 0) return;
    await eraseListed(ports, person, together(part), provenance);
    const mails = part.filter(({ isMail }) => isMail);
    erased = sum(erased, { emails: mails.length, whole: mails.filter(({ whole }) => whole).length });
    part = [];
    namesOfPart = 0;
  };
  for (let atEnd = false; !atEnd; ) {
    const from = position === undefined ? {} : { after: position };
    const page = await ports.store.readAll({ ...from, limit: pageSize, filter: erasableIn(opener.filter) });
    for (const stored of page.events) {
      if (stored.type !== 'SuppressionAdded' && !peopleTypes.includes(stored.type)) {
        noteAndPass(opener, stored);
        noted = true;
      }
      const found = await whatIsLeft(ports, stored, person, provenance);
      if (found === undefined) continue;
      part.push(found);
      namesOfPart += found.streams.length + found.kids.length + found.blobIds.length;
      if (namesOfPart >= maxNamesOfPart) await eraseFound();
    }
    ({ position, atEnd } = page);
    // Where a server does this, its requests come first.
    await delay(0);
  }
  await eraseFound();
  return { erased, position, noted };
}

interface Found extends Erasable {
  readonly isMail: boolean;
  readonly whole: boolean;
}

/** Undefined: nothing of this person is there, or is there any more. */
async function whatIsLeft(
  ports: ErasePersonPorts,
  stored: StoredEvent,
  person: string,
  provenance: Provenance,
): Promise<Found | undefined> {
  // The hash stands in the text as it is: another person's mail need not be taken apart.
  if (!stored.data.includes(`"${person}"`)) return undefined;
  if (stored.type === 'SuppressionAdded') return addressLeft(ports, stored);
  if (peopleTypes.includes(stored.type)) {
    const left = await personLeft(ports, stored, person, provenance);
    return left === undefined ? undefined : { ...left, isMail: false, whole: false };
  }
  if (stored.type !== 'EmailAccepted') return undefined;
  const [recorded] = ports.codec.decode([stored]) as Recorded<EmailAccepted>[];
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
    isMail: true,
    whole,
    streams: [stored.stream, ...(errors?.streams ?? [])],
    kids: [...kids, ...(errors?.kids ?? [])],
    blobIds: whole ? blobsOf(data) : [],
  };
}

/** The entry stays, under its hash: only the address that it shows goes. */
async function addressLeft(ports: ErasePersonPorts, stored: StoredEvent): Promise<Found | undefined> {
  const [recorded] = ports.codec.decode([stored]) as Recorded<SuppressionAdded>[];
  const kid = recorded?.event.data.address.kid;
  if (kid === undefined || (await ports.keys.getMany([kid])).get(kid)?.state === 'destroyed') return undefined;
  return { isMail: false, whole: false, streams: [stored.stream], kids: [kid], blobIds: [] };
}

function erasableIn({ categories, types }: EventFilter): EventFilter {
  return {
    categories: [...(categories ?? []), 'suppression', ...peopleCategories],
    ...(types === undefined ? {} : { types: [...types, 'SuppressionAdded', ...peopleTypes] }),
  };
}

function sum(one: ErasedMails, other: ErasedMails): ErasedMails {
  return { emails: one.emails + other.emails, whole: one.whole + other.whole };
}

/**
 * The refused items that a permissive batch remembers may quote what they were about; they go with any of its mails. The
 * list of the batch stays: what it says of each mail lies under that mail's own keys.
 */
async function errorsToErase(
  ports: LogPorts,
  submission: StreamName,
  email: StreamName,
): Promise<Pick<Erasable, 'streams' | 'kids'> | undefined> {
  const stored = await ports.store.readStream(submission);
  for (const { event } of ports.codec.decode(stored) as Recorded<SubmissionEvent>[]) {
    if (event.type !== 'SubmissionAccepted' || !event.data.emailIds.includes(idOf(email))) continue;
    const { errors, emails } = event.data;
    const listKid = 'blobId' in emails ? emails.kid : undefined;
    return errors === null || errors.kid === listKid ? undefined : { streams: [submission], kids: [errors.kid] };
  }
  return undefined;
}
