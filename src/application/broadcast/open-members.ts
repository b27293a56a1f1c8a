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
import type { ContactEvent } from '../../domain/contact/events.js';
import type { BodyReference } from '../../domain/shared/accepted-email.js';
import { type Kid, kidOf } from '../../domain/shared/personal.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { type StreamName, streamName } from '../../domain/shared/stream-name.js';
import { email as emailDecider } from '../../domain/email/email.js';
import { mergedLine } from '../../domain/template/merge.js';
import type { KeyRing } from '../ports/event-codec.js';
import type { StreamAppends } from '../ports/event-store.js';
import { contactStream } from '../contact/contact-streams.js';
import type { VerifiedDomain } from '../sending-domain/sending-domains.js';
import {
  factPatience,
  handle,
  load,
  loadEach,
  type Loaded,
  type LogPorts,
  metadataOf,
  type Provenance,
  retryAppend,
} from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { encodeOpening } from '../submission/open-email.js';
import { type EmailPlace, prepareEmail, type PreparedEmail } from '../submission/prepare-email.js';
import { storeInVault } from '../submission/store.js';
import { loadAudience } from './broadcast-streams.js';
import { knownThen } from './known-then.js';
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

/** The keys of a member's email, whether it was made or not. */
export const kidsOfMember = (ports: OpenedIds, chunkId: string, member: number): readonly Kid[] =>
  kidsOf(rowOf(ports, chunkId, member));

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

/** Those of some members of a chunk who have no email: after a crash, others may have theirs. */
export async function withoutEmail(
  ports: Pick<OpenPorts, 'store' | 'ids'>,
  { events: [opening], stream }: LoadedChunk,
  numbers: readonly number[],
): Promise<readonly number[]> {
  if (opening === undefined) throw new Error(`${stream} is empty`);
  const streamOf = (number: number): StreamName => streamName('email', emailIdOf(ports, opening.id, number));
  const absent = await ports.store.absentAmong(numbers.map(streamOf));
  return numbers.filter((number) => absent.has(streamOf(number)));
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

/** What is to be written for some members, and those who get nothing. */
export interface PreparedMembers {
  readonly emails: readonly PreparedEmail[];
  readonly skipped: AudienceOpened['skipped'];
  readonly appends: readonly StreamAppends[];
}

/**
 * Prepares the emails of some members of a chunk, by their numbers: {@link withoutEmail} says which have none. Of those
 * who get none, nothing is left. `mayBePrepared`: a crash may have left keys of some, under which they go on.
 */
export async function prepareMembers(
  ports: OpenPorts,
  sending: Sending,
  chunk: LoadedChunk,
  numbers: readonly number[],
  mayBePrepared: boolean,
): Promise<PreparedMembers> {
  const [opening] = chunk.events;
  if (opening === undefined) throw new Error(`${chunk.stream} is empty`);
  const contactIds = numbers.flatMap((number) => chunk.state.frozen.members[number]?.contactId ?? []);
  const [keys, contacts] = await Promise.all([
    mayBePrepared ? ports.keys.getMany(numbers.flatMap((number) => kidsOf(rowOf(ports, opening.id, number)))) : none,
    loadEach(ports, contact, contactIds.map(contactStream)),
  ]);
  const made = await Promise.all(
    numbers.map((number) => memberToOpen(ports, sending, chunk, opening, number, { keys, contacts })),
  );
  const skipped = made.flatMap((each) => ('reason' in each ? [each] : []));
  const emails = made.flatMap((each) => ('reason' in each ? [] : [each]));
  const gone = skipped.map(({ member }) => member);
  await destroyPrepared(ports, opening.id, gone);
  return { emails, skipped, appends: openingsOf(ports, sending, opening, emails) };
}

const none: KeyRing = new Map();

/**
 * Opens what was prepared. One that is there after all stays as it is.
 *
 * @returns the last position of what was written; undefined where nothing was.
 */
export async function openPrepared(
  ports: OpenPorts,
  { emails, appends }: PreparedMembers,
): Promise<Position | undefined> {
  if (emails.length === 0) return undefined;
  // Keys and values are on disk before anything names them.
  if (!(await storeInVault(ports, emails))) throw new Error('the vault could not be written');
  let last: Position | undefined;
  for (const [index, result] of (await ports.store.appendEach(appends)).entries()) {
    const [again] = appends.slice(index, index + 1);
    const appended = result.result === 'unknown' && again ? await retryAppend(ports, again, factPatience) : result;
    if (appended.result === 'written' && appended.position > (last ?? '')) last = appended.position;
  }
  return last;
}

/** Those of a chunk that were not skipped when it was frozen. */
export function membersToOpen({ frozen }: AudienceState): readonly number[] {
  return frozen.members.flatMap(({ skipped }, number) => (skipped === undefined ? [number] : []));
}

type Made = PreparedEmail & { readonly member: number };
type Gone = AudienceOpened['skipped'][number];

/** What was read for some members together. */
interface KnownOfMembers {
  readonly keys: KeyRing;
  readonly contacts: ReadonlyMap<StreamName, Pick<Loaded<unknown, ContactEvent>, 'events'>>;
}

/** What was prepared before a crash goes on under the keys that are there. */
async function memberToOpen(
  ports: OpenPorts,
  sending: Sending,
  { stream: anchor, state }: LoadedChunk,
  opening: Recorded,
  number: number,
  { keys: keyRing, contacts }: KnownOfMembers,
): Promise<Made | Gone> {
  const emailId = emailIdOf(ports, opening.id, number);
  const member = state.frozen.members[number];
  if (member === undefined) throw new Error(`${anchor} has no member ${number}`);
  const known = knownThen(contacts.get(contactStream(member.contactId))?.events ?? [], member);
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

function openingsOf(
  ports: OpenPorts,
  { teamId, correlationId, domain }: Sending,
  opening: Recorded,
  emails: readonly Made[],
): readonly StreamAppends[] {
  const context = { teamId, actor: { kind: 'system', id: broadcasterId }, correlationId } as const;
  const causedBy = { id: opening.id, position: opening.position };
  const metadata = metadataOf(ports.clock, { context, region: domain.region, causedBy });
  return emails.map((made): StreamAppends => {
    const eventId = ports.ids.derived(opening.id, 2 * made.member + 1);
    const { stream, events } = encodeOpening(ports, { ...made, eventId, metadata });
    return [{ stream, expected: 'no-stream', events }];
  });
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
