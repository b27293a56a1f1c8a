import { contact, unsubscribedIn } from '../../domain/contact/contact.js';
import { contactAddress } from '../../domain/contact/contact-address.js';
import type { Actor } from '../../domain/shared/recorded.js';
import { command } from '../access/use-case.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import { handle, type Provenance } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { type AudiencePorts, type PartRefusal, refusalOfParts } from './audience.js';
import { type ContactKey, contactAddressStream } from './contact-streams.js';
import { findContact, type FoundContact } from './find-contact.js';
import { moveOrChange } from './move-contact.js';
import type { ContactFields, Occasion, SaidConsent, WriteContactPorts } from './contact-change.js';
import type { ContactWritten } from './create-contact.js';
import { putContact } from './write-contact.js';

export type ManageContactsPorts = WriteContactPorts & AudiencePorts & Pick<Ports, 'ownWrites'>;

/** POST /contacts: makes it, or changes the one that has the address. */
export interface CreateContact {
  readonly context: RequestContext;
  readonly fields: ContactFields & { readonly email: string };
  readonly consents: readonly SaidConsent[];
  readonly segmentIds: readonly string[];
}
type ContactChanged = { readonly id: string } | PartRefusal | HistoryFull | Unavailable;

/** Its address and fields stay as they are: what they were is kept, and read with each look at the contact. */
interface HistoryFull {
  readonly refused: 'history-full';
}
/** Characters of all of its events. */
const mostHistoryCharacters = 16_000_000;

/** PATCH /contacts/{id or address}, its topics and its segments. */
export interface ChangeContact {
  readonly context: RequestContext;
  readonly key: ContactKey;
  readonly fields?: ContactFields;
  readonly consents?: readonly SaidConsent[];
  readonly joins?: readonly string[];
  readonly leaves?: readonly string[];
}
export type ChangeContactResult =
  | ContactChanged
  | { readonly refused: 'not-found' }
  | { readonly refused: 'address-taken' };

/** DELETE /contacts/{id or address}. */
export interface DeleteContact {
  readonly context: RequestContext;
  readonly key: ContactKey;
}
export type DeleteContactResult = { readonly id: string } | { readonly refused: 'not-found' } | Unavailable;

export const CreateContact = command({ name: 'CreateContact', need: 'member', run: createContact });
export const ChangeContact = command({ name: 'ChangeContact', need: 'member', run: changeOneContact });
export const DeleteContact = command({ name: 'DeleteContact', need: 'member', run: deleteContact });
/** DELETE /audiences/{id}/contacts/{id or address} */
export const DeleteContactIfKnown = command({
  name: 'DeleteContactIfKnown',
  need: 'member',
  run: deleteContactIfKnown,
});

async function createContact(
  ports: ManageContactsPorts,
  { context, fields, consents, segmentIds }: CreateContact,
): Promise<ContactChanged> {
  const { teamId } = context;
  const refusal = await refusalOfParts(ports, teamId, {
    topicIds: topicsIn(consents),
    segmentIds,
    properties: fields.properties,
  });
  if (refusal !== undefined) return refusal;
  const { email: address, ...others } = fields;
  if (isDescribing(others) && isFull(await findContact(ports, teamId, { address }))) return { refused: 'history-full' };
  const write = { fields, consents, joins: segmentIds, occasion: occasionOf(context.actor) };
  return noted(ports, teamId, await putContact(ports, teamId, write, { context, region: null }));
}

export async function changeOneContact(
  ports: ManageContactsPorts,
  { context, key, fields = {}, consents = [], joins = [], leaves = [] }: ChangeContact,
): Promise<ChangeContactResult> {
  const { teamId } = context;
  const found = await findContact(ports, teamId, key);
  if (found === undefined) return { refused: 'not-found' };
  const refusal = await refusalOfParts(ports, teamId, {
    topicIds: topicsIn(consents),
    segmentIds: joins,
    properties: fields.properties,
  });
  if (refusal !== undefined) return refusal;
  if (isDescribing(fields) && isFull(found)) return { refused: 'history-full' };
  const provenance = { context, region: null };
  const write = { fields, consents, joins, leaves, occasion: occasionOf(context.actor) };
  const written = await moveOrChange(ports, found, write, provenance);
  return 'refused' in written && written.refused === 'address-taken' ? written : noted(ports, teamId, written);
}

/** Its address is free from then on, and remembers what its contact had said no to. */
export async function deleteContact(
  ports: ManageContactsPorts,
  { context, key }: DeleteContact,
): Promise<DeleteContactResult> {
  const { teamId } = context;
  const found = await findContact(ports, teamId, key);
  if (found === undefined) return { refused: 'not-found' };
  const { loaded } = found;
  const provenance = { context, region: null };
  const handled = await handle(
    ports,
    contact,
    loaded.stream,
    { type: 'DeleteContact', teamId, because: 'request' },
    provenance,
    { loaded, personal: true },
  );
  if ('refused' in handled) return handled.refused === 'unavailable' ? unavailable : { refused: 'not-found' };
  // Left undone by a crash: the next contact with this address takes it from one that is deleted.
  await freeAddress(ports, found, provenance);
  if (handled.position !== undefined) ports.ownWrites.note(teamId, handled.position);
  return { id: found.id };
}

/**
 * As older clients expect it: a contact that is not there counts as deleted.
 * @returns the id of the contact; null when it was not there.
 */
async function deleteContactIfKnown(
  ports: ManageContactsPorts,
  asked: DeleteContact,
): Promise<{ readonly id: string | null } | Unavailable> {
  const deleted = await deleteContact(ports, asked);
  if (!('refused' in deleted)) return deleted;
  return deleted.refused === 'unavailable' ? deleted : { id: null };
}

export async function freeAddress(
  ports: WriteContactPorts,
  { id, state }: Pick<FoundContact, 'id' | 'state'>,
  provenance: Provenance,
): Promise<void> {
  const stream = contactAddressStream(state.teamId, state.addressHash);
  const command = { type: 'FreeAddress', contactId: id, unsubscribed: unsubscribedIn(state) } as const;
  await handle(ports, contactAddress, stream, command, provenance);
}

function noted(
  { ownWrites }: Pick<Ports, 'ownWrites'>,
  teamId: string,
  written: ContactWritten,
): { readonly id: string } | Unavailable {
  if ('refused' in written) return written;
  if (written.position !== undefined) ownWrites.note(teamId, written.position);
  return { id: written.id };
}

const isDescribing = (fields: ContactFields): boolean => Object.values(fields).some((value) => value !== undefined);

const isFull = (found: FoundContact | undefined): boolean => (found?.loaded.characters ?? 0) > mostHistoryCharacters;

const topicsIn = (consents: readonly SaidConsent[]) =>
  consents.flatMap(({ topicId }) => (topicId === null ? [] : [topicId]));

/** Who says yes or no for the person here is one of the team, or a program of theirs. */
function occasionOf({ kind }: Actor): Occasion {
  const means = kind === 'user' ? 'dashboard' : kind === 'cli' ? 'command-line' : 'api-key';
  return { means, emailId: null, pageVersion: null, importId: null, visitor: null };
}
