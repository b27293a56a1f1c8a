import { contactStream } from '../contact/contact-streams.js';
import { eraseEmails } from '../erasure/erase-emails.js';
import type { ErasingPorts } from '../erasure/erase-listed.js';
import type { Provenance } from '../shared/handle.js';
import type { OpenChunk } from './audience-walk.js';
import { emailIdOf, kidsOfMember, type LoadedChunk, type OpenPorts, withoutEmail } from './open-members.js';

export type ErasePorts = OpenPorts & Pick<ErasingPorts, 'resources'>;

/** Streams of contacts that are read together. */
const lookedAtTogether = 50;

/**
 * A second look at members whose emails are in the log now: an erasure that ended before they were has not found them.
 * Whose contact has gone since the first look has nothing left of their email, and is not sent it. Repeatable.
 */
export async function eraseGone(
  ports: ErasePorts,
  { stream, events: [opening], state: { frozen } }: LoadedChunk,
  numbers: readonly number[],
  context: Provenance['context'],
): Promise<void> {
  if (opening === undefined) throw new Error(`${stream} is empty`);
  for (let from = 0; from < numbers.length; from += lookedAtTogether) {
    const some = numbers.slice(from, from + lookedAtTogether);
    const streamOf = (number: number) => contactStream(frozen.members[number]?.contactId ?? '');
    const contacts = await ports.store.readStreams(some.map(streamOf));
    const gone = some.filter((number) => contacts.get(streamOf(number))?.at(-1)?.type === 'ContactDeleted');
    if (gone.length === 0) continue;
    const states = await ports.keys.getMany(gone.flatMap((number) => kidsOfMember(ports, opening.id, number)));
    const isLeft = (number: number) =>
      kidsOfMember(ports, opening.id, number).some((kid) => states.get(kid)?.state === 'present');
    const left = gone.filter(isLeft).map((number) => emailIdOf(ports, opening.id, number));
    if (left.length > 0) await eraseEmails(ports, left, context);
  }
}

/** A chunk of which some may have an email although that look was not taken: a crash came first, or it failed. */
export async function eraseGoneOf(
  ports: ErasePorts,
  { loaded, left }: OpenChunk,
  context: Provenance['context'],
): Promise<void> {
  const missing = new Set(await withoutEmail(ports, loaded, left));
  const opened = left.filter((number) => !missing.has(number));
  await eraseGone(ports, loaded, opened, context);
}
