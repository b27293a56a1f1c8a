import { contact, type ContactState } from '../../domain/contact/contact.js';
import type { ContactEvent, ContactProfile } from '../../domain/contact/events.js';
import type { ImportCreated, UndoCounts } from '../../domain/import/events.js';
import { byContactField } from '../../domain/shared/contact-fields.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { AudiencePorts } from '../contact/audience.js';
import { importerId } from '../../domain/shared/contact-origin.js';
import { contactStream, loadAddress, loadContact } from '../contact/contact-streams.js';
import { freeAddress } from '../contact/manage-contacts.js';
import type { ContactWrite } from '../contact/contact-change.js';
import { changeContact } from '../contact/write-contact.js';
import { handle, type Loaded, type Provenance } from '../shared/handle.js';
import { teamTopics } from '../topic/topics.js';
import type { ApplyPorts, ApplyRowsPorts } from './apply-chunk.js';
import { contactsInTurns, effortOfContact } from './contacts-in-turns.js';
import type { CsvRow } from './csv-rows.js';
import { readContactRow } from './read-row.js';
import { normalAddress } from '../shared/address-hash.js';

export type UndoPorts = ApplyRowsPorts & AudiencePorts;
type Outcome = keyof UndoCounts | 'none';

/**
 * Takes back what an import has done to the contacts of these rows: who was made by it and not touched since is
 * deleted; of others go the segments it added and the yeses it gave to topics that wait for one, and what it wrote over
 * is as it was, where nothing was changed since. A second time it comes to the same.
 */
export async function undoRows(
  ports: UndoPorts,
  importId: string,
  created: ImportCreated['data'],
  rows: readonly CsvRow[],
): Promise<UndoCounts> {
  const { teamId } = created;
  const topics = await teamTopics(ports, teamId);
  const openTopics = new Set(topics.flatMap(({ id, defaultSubscription: by }) => (by === 'opt_in' ? [id] : [])));
  const addresses = new Set(
    rows.flatMap((row) => {
      const read = readContactRow(row, created, ports.readAddress);
      return 'reason' in read ? [] : [normalAddress(read.fields.email)];
    }),
  );
  const effort = effortOfContact(created.segmentIds.length + created.topics.length);
  const undone = await contactsInTurns(
    [...addresses],
    () => effort,
    (some) => Promise.all(some.map((address) => undoContact(ports, importId, teamId, address, openTopics))),
  );
  const countOf = (outcome: Outcome) => undone.filter((each) => each === outcome).length;
  return { deleted: countOf('deleted'), restored: countOf('restored'), kept: countOf('kept') };
}

/** All that an undo changes is known by this id. */
const undoOf = (ports: Pick<ApplyPorts, 'ids'>, importId: string): string => ports.ids.derived(importId, -1);

async function undoContact(
  ports: ApplyPorts,
  importId: string,
  teamId: string,
  address: string,
  openTopics: ReadonlySet<string>,
): Promise<Outcome> {
  const undoId = undoOf(ports, importId);
  const provenance: Provenance = {
    context: { teamId, actor: { kind: 'system', id: importerId }, correlationId: undoId },
    region: null,
  };
  const names = await loadAddress(ports, teamId, address);
  const { contactId } = names.state;
  if (contactId === null) return isEndedBy(names.events, undoId) ? 'deleted' : 'none';
  const loaded = await loadContact(ports, contactId);
  const { state, events } = loaded;
  if (state === null) return 'none';
  // A crash came before its address was free: the next contact takes it.
  if (state === 'deleted') return isEndedBy(events, undoId) ? 'deleted' : 'none';
  const own = events.filter(({ metadata }) => metadata.correlationId === importId);
  if (own.length === 0) return 'none';
  const later = events.filter(({ metadata }) => ![importId, undoId].includes(metadata.correlationId));
  if (events[0]?.metadata.correlationId === importId && later.length === 0) {
    await deleteContact(ports, contactId, { loaded, state }, provenance);
    return 'deleted';
  }
  const write = writeBack(state, events, importId, openTopics);
  const written = await changeContact(ports, loaded, state, write, provenance);
  if ('refused' in written) throw new Error(`contact ${contactId} could not be written`);
  const isChanged = written.outcome === 'changed' || events.some(({ metadata }) => metadata.correlationId === undoId);
  return isChanged ? 'restored' : 'kept';
}

function writeBack(
  state: ContactState,
  events: readonly Recorded[],
  importId: string,
  openTopics: ReadonlySet<string>,
): ContactWrite {
  const isOwn = ({ metadata }: Recorded) => metadata.correlationId === importId;
  const facts = events as readonly Recorded<ContactEvent>[];
  const joined = facts.flatMap((each) =>
    isOwn(each) && each.event.type === 'ContactAddedToSegment' ? [each.event.data.segmentId] : [],
  );
  const consents = facts.filter(
    ({ event: { type } }) => type === 'ContactSubscribed' || type === 'ContactUnsubscribed',
  );
  const last = new Map(
    consents.flatMap((each) => ('topicId' in each.event.data ? [[each.event.data.topicId, each] as const] : [])),
  );
  // Marketing without a topic is for everyone who has not said no: without the yes it is the same.
  const given = [...last].filter(
    ([topicId, each]) =>
      topicId !== null && !openTopics.has(topicId) && isOwn(each) && each.event.type === 'ContactSubscribed',
  );
  return {
    fields: profileBefore(facts, isOwn) ?? {},
    consents: given.map(([topicId]) => ({ topicId, isSubscribed: false })),
    leaves: joined.filter((id) => state.segmentIds.includes(id)),
    occasion: { means: 'import', emailId: null, pageVersion: null, importId, visitor: null },
  };
}

/** Undefined when the import has not written the profile that there is, or when there was none before. */
function profileBefore(events: readonly Recorded<ContactEvent>[], isOwn: (recorded: Recorded) => boolean) {
  const profiles = events.flatMap((each) => ('profile' in each.event.data ? [{ each, data: each.event.data }] : []));
  const now = profiles.at(-1);
  if (now === undefined || !isOwn(now.each)) return undefined;
  const before = profiles.findLast(({ each }) => !isOwn(each));
  const [written, known] = [reveal(now.data.profile), before === undefined ? undefined : reveal(before.data.profile)];
  return written === undefined || known === undefined ? undefined : fieldsOf(written, known);
}

function fieldsOf(written: ContactProfile, before: ContactProfile) {
  const cleared = Object.keys(written.properties).map((key) => [key, null] as const);
  const properties = { ...Object.fromEntries(cleared), ...before.properties };
  return { ...byContactField((key) => before[key]), properties };
}

async function deleteContact(
  ports: ApplyPorts,
  id: string,
  {
    loaded,
    state,
  }: { readonly loaded: Loaded<ContactState | 'deleted' | null, ContactEvent>; readonly state: ContactState },
  provenance: Provenance,
): Promise<void> {
  const command = { type: 'DeleteContact', teamId: state.teamId, because: 'request' } as const;
  const handled = await handle(ports, contact, contactStream(id), command, provenance, { loaded, personal: true });
  if ('refused' in handled) throw new Error(`contact ${id} could not be deleted: ${handled.refused}`);
  await freeAddress(ports, { id, state }, provenance);
}

function isEndedBy(events: readonly Recorded[], undoId: string): boolean {
  return events.at(-1)?.metadata.correlationId === undoId;
}
