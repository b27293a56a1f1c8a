import {
  type AudienceMember,
  type AudienceOpened,
  type AudienceState,
  chunkMembers,
  type AudienceEvent,
} from '../../domain/broadcast/audience.js';
import type { Variant } from '../../domain/broadcast/ab-test.js';
import type { SentAs } from '../../domain/broadcast/events.js';
import { contact } from '../../domain/contact/contact.js';
import type { ContactEvent, ContactProfile } from '../../domain/contact/events.js';
import type { BodyReference } from '../../domain/shared/accepted-email.js';
import { type Kid, kidOf, reveal } from '../../domain/shared/personal.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { email as emailDecider } from '../../domain/email/email.js';
import { mergedLine } from '../../domain/template/merge.js';
import type { KeyRing } from '../ports/event-codec.js';
import { contactStream } from '../contact/contact-streams.js';
import type { VerifiedDomain } from '../sending-domain/sending-domains.js';
import {
  factPatience,
  handle,
  load,
  type Loaded,
  type LogPorts,
  metadataOf,
  type Provenance,
} from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { openPromised } from '../submission/open-email.js';
import { type EmailPlace, prepareEmail, type PreparedEmail } from '../submission/prepare-email.js';
import { storeInVault } from '../submission/store.js';
import { type ContactDocument, foldContact } from '../../projections/contacts/contacts.projection.js';
import { loadAudience } from './broadcast-streams.js';
import { type Conditions, valuesOfConditions } from './conditions.js';
import { type BroadcastContent, valuesFor } from './broadcast-content.js';

export type OpenPorts = LogPorts & Pick<Ports, 'keys' | 'blobs' | 'hash' | 'sealer'>;

type OpenedIds = Pick<LogPorts, 'ids'>;

/** The id of the email of a member: the same whenever it is asked for. `chunkId`: of the event that froze the chunk. */
export const emailIdOf = ({ ids }: OpenedIds, chunkId: string, member: number): string =>
  ids.derived(chunkId, 2 * member);

/** The row of the keys of a member's email, as its id: what a crash left of it is found again. */
const rowOf = ({ ids }: OpenedIds, chunkId: string, member: number): string =>
  ids.derived(chunkId, 2 * chunkMembers + member);

/** The mail's own key, and its recipient's. */
const kidsOf = (row: string): readonly [Kid, Kid] => [kidOf(row, 0), kidOf(row, 1)];

/** What is sent to everyone alike. */
export interface Sending extends SentAs {
  readonly broadcastId: string;
  readonly teamId: string;
  readonly correlationId: string;
  readonly says: BroadcastContent;
  /** Variant B of its test; absent where there is none. */
  readonly b?: { readonly content: BodyReference; readonly says: BroadcastContent };
  /** What the rest gets; absent until it was chosen. */
  readonly winner?: Variant;
  readonly domain: VerifiedDomain;
  /** By key of the property. */
  readonly fallbacks: ReadonlyMap<string, string | number>;
  readonly conditions: Conditions;
}

/** A chunk, and the event that froze it. */
export type LoadedChunk = Loaded<AudienceState | null, AudienceEvent> & { readonly state: AudienceState };

export interface OpenedMembers {
  /** Emails that were opened now. */
  readonly emailIds: readonly string[];
  readonly skipped: AudienceOpened['skipped'];
  /** The last of what was written. */
  readonly position: Position | undefined;
}

/** Those of some members of a chunk who have no email: after a crash, others may have theirs. */
export async function withoutEmail(
  ports: Pick<OpenPorts, 'store' | 'ids'>,
  { events: [opening], stream }: LoadedChunk,
  numbers: readonly number[],
): Promise<readonly number[]> {
  if (opening === undefined) throw new Error(`${stream} is empty`);
  const each = await Promise.all(
    numbers.map(async (number) => {
      const emailId = emailIdOf(ports, opening.id, number);
      const [there] = await ports.store.readStream(streamName('email', emailId), { limit: 1 });
      return there === undefined ? [number] : [];
    }),
  );
  return each.flat();
}

/**
 * Destroys the keys that a crash left behind of emails that are not made any more: what was sealed under them for these
 * members can never be read.
 */
async function destroyPrepared(
  { keys, ids, clock }: Pick<OpenPorts, 'keys' | 'ids' | 'clock'>,
  chunkId: string,
  members: readonly number[],
): Promise<void> {
  if (members.length === 0) return;
  const states = await keys.getMany(members.flatMap((member) => kidsOf(rowOf({ ids }, chunkId, member))));
  const present = [...states].flatMap(([kid, { state }]) => (state === 'present' ? [kid] : []));
  if (present.length > 0) await keys.destroy(present, new Date(clock.now()).toISOString());
}

/**
 * Opens the emails of some members of a chunk, by their numbers: {@link withoutEmail} says which have none. One that is
 * there after all stays as it is.
 */
export async function openMembers(
  ports: OpenPorts,
  sending: Sending,
  chunk: LoadedChunk,
  numbers: readonly number[],
): Promise<OpenedMembers> {
  const [opening] = chunk.events;
  if (opening === undefined) throw new Error(`${chunk.stream} is empty`);
  const known = await ports.keys.getMany(numbers.flatMap((number) => kidsOf(rowOf(ports, opening.id, number))));
  const made = await Promise.all(numbers.map((number) => memberToOpen(ports, sending, chunk, opening, number, known)));
  const skipped = made.flatMap((each) => ('reason' in each ? [each] : []));
  const prepared = made.flatMap((each) => ('reason' in each ? [] : [each]));
  const gone = skipped.map(({ member }) => member);
  await destroyPrepared(ports, opening.id, gone);
  if (prepared.length === 0) return { emailIds: [], skipped, position: undefined };
  // Keys and values are on disk before anything names them.
  if (!(await storeInVault(ports, prepared))) throw new Error('the vault could not be written');
  const written = await Promise.all(prepared.map((each) => openStream(ports, sending, opening, each)));
  return {
    emailIds: prepared.map(({ emailId }) => emailId),
    skipped,
    position: written.reduce((last, each) => ((each ?? '') > (last ?? '') ? each : last), undefined),
  };
}

/** Those of a chunk that were not skipped when it was frozen. */
export function membersToOpen({ frozen }: AudienceState): readonly number[] {
  return frozen.members.flatMap(({ skipped }, number) => (skipped === undefined ? [number] : []));
}

type Made = PreparedEmail & { readonly member: number };
type Gone = AudienceOpened['skipped'][number];

/** What was prepared before a crash goes on under the keys that are there. */
async function memberToOpen(
  ports: OpenPorts,
  sending: Sending,
  { stream: anchor, state }: LoadedChunk,
  opening: Recorded,
  number: number,
  keyRing: KeyRing,
): Promise<Made | Gone> {
  const emailId = emailIdOf(ports, opening.id, number);
  const member = state.frozen.members[number];
  if (member === undefined) throw new Error(`${anchor} has no member ${number}`);
  const known = await knownThen(ports, member);
  if (typeof known === 'string') return { member: number, reason: known };
  const { profile } = known;
  const keys = keysOf(rowOf(ports, opening.id, number), keyRing);
  if (keys === 'destroyed') return { member: number, reason: 'erased' };
  const { broadcastId: id, topicId, isOptOut, domain } = sending;
  const { says, content, ...tested } = saidTo(member, sending);
  if (says.from === null) throw new Error('a broadcast without a sender was sent');
  const shown = says.conditions === undefined ? {} : await valuesOfConditions(sending.conditions, known.contact());
  const values = { ...valuesFor(says, profile, sending.fallbacks), ...shown };
  const used = { id, contactId: member.contactId, chunk: state.frozen.chunk, member: number, content, ...tested };
  const email = {
    from: says.from,
    to: [{ name: null, address: profile.email }],
    replyTo: says.replyTo ?? [],
    subject: mergedLine(says, says.subject ?? '', values),
    merge: { used, values },
    retryClass: 'bulk',
    ...{ cc: [], bcc: [], headers: [], tags: [], attachments: [] },
  } as const;
  const time = new Date(ports.clock.now()).toISOString();
  const place = { emailId, anchor, submission: null, time, keys };
  const prepared = await prepareEmail(
    ports,
    { email, domain, subscription: { topicId, isOptOut, isLinked: true } },
    place,
  );
  return { ...prepared, member: number };
}

/** What is sent to a member. */
function saidTo({ part }: AudienceMember, { says, content, b, winner }: Sending) {
  if (part === undefined || b === undefined) return { says, content };
  const variant = part === 'rest' ? winner : part;
  if (variant === undefined) throw new Error('nothing won the test yet');
  return { ...(variant === 'a' ? { says, content } : b), variant, part };
}

function keysOf(row: string, known: KeyRing): Required<EmailPlace>['keys'] | 'destroyed' {
  const states = kidsOf(row).map((kid) => known.get(kid));
  if (states.some((each) => each?.state === 'destroyed')) return 'destroyed';
  const stored = states.flatMap((each) => (each?.state === 'present' ? [each.key] : []));
  return { row, stored: stored.length === states.length ? stored : undefined };
}

interface KnownThen {
  readonly profile: ContactProfile;
  /** All of the contact, which few contents ask for. */
  readonly contact: () => ContactDocument | undefined;
}

/** What was known of the person when the audience was frozen, or why nothing is any more. */
async function knownThen(ports: OpenPorts, member: AudienceMember): Promise<KnownThen | Gone['reason']> {
  const loaded = await load(ports, contact, contactStream(member.contactId), true);
  const events = loaded.events;
  const end = events.find(({ event }) => event.type === 'ContactDeleted')?.event;
  if (end?.type === 'ContactDeleted') return end.data.because === 'erasure' ? 'erased' : 'deleted';
  const profile = profileIn(events, member.revision);
  if (profile === undefined) return 'erased';
  return { profile, contact: () => foldContact(events.filter(({ revision }) => revision <= member.revision)) };
}

function profileIn(events: readonly Recorded<ContactEvent>[], last: number): ContactProfile | undefined {
  const described = events.findLast(({ revision, event }) => revision <= last && 'profile' in event.data);
  const profile =
    described !== undefined && 'profile' in described.event.data ? described.event.data.profile : undefined;
  return profile && reveal(profile);
}

/** What was known of a contact at a revision of its stream; undefined where it was erased. */
export async function profileAt(
  ports: LogPorts,
  contactId: string,
  revision: number,
): Promise<ContactProfile | undefined> {
  const stream = contactStream(contactId);
  const { events } = await load(ports, contact, stream, true);
  return profileIn(events, revision);
}

/** The keyed hash of the address that a contact had at a revision of its stream. */
export async function addressHashAt(ports: LogPorts, contactId: string, revision: number): Promise<string | undefined> {
  const { events } = await load(ports, contact, contactStream(contactId));
  const described = events.findLast((each) => each.revision <= revision && 'addressHash' in each.event.data)?.event
    .data;
  return described !== undefined && 'addressHash' in described ? described.addressHash : undefined;
}

function openStream(ports: OpenPorts, sending: Sending, opening: Recorded, made: Made): Promise<Position | undefined> {
  const { teamId, correlationId, domain } = sending;
  const context = { teamId, actor: { kind: 'system', id: broadcasterId }, correlationId } as const;
  const causedBy = { id: opening.id, position: opening.position };
  const metadata = metadataOf(ports.clock, { context, region: domain.region, causedBy });
  return openPromised(ports, { ...made, eventId: ports.ids.derived(opening.id, 2 * made.member + 1), metadata });
}

/** The actor of what a broadcast writes. */
export const broadcasterId = 'broadcaster';

/** Why an email of a canceled broadcast is not sent. */
export const canceledWhy = 'its broadcast was canceled';

/** What was opened of a canceled broadcast and still waits is not sent. */
export async function stopOpened(ports: OpenPorts, id: string, provenance: Provenance): Promise<void> {
  for (let number = 0; ; number += 1) {
    const { state, events } = await loadAudience(ports, id, number);
    const [opening] = events;
    if (state === null || opening === undefined) return;
    const unopened: number[] = [];
    for (const member of membersToOpen(state)) {
      const stream = streamName('email', emailIdOf(ports, opening.id, member));
      const known = await load(ports, emailDecider, stream);
      if (known.events.length === 0) unopened.push(member);
      if (known.state.status !== 'accepted') continue;
      const drop = { type: 'DropWaiting', destinations: 'all', why: canceledWhy } as const;
      await handle(ports, emailDecider, stream, drop, provenance, { loaded: known, patience: factPatience });
    }
    await destroyPrepared(ports, opening.id, unopened);
  }
}
