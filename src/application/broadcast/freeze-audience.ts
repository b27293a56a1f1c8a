import { type AbTest, drawParts } from '../../domain/broadcast/ab-test.js';
import { audience, type AudienceMember, chunkMembers } from '../../domain/broadcast/audience.js';
import type { SentAs } from '../../domain/broadcast/events.js';
import { dueIn, type LocalTime, Zones } from '../../domain/broadcast/local-time.js';
import { addTurns, type CountedTurn, type TurnMarks, turnsOf } from '../../domain/broadcast/turns.js';
import { type ContactState, contact, isSubscribedTo, type SaidConsents } from '../../domain/contact/contact.js';
import { reveal } from '../../domain/shared/personal.js';
import { listContacts } from '../contact/read-contacts.js';
import { segmentProblem, teamSegments } from '../segment/named.js';
import { contactStream } from '../contact/contact-streams.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import { factPatience, handle, load, type LogPorts, type Provenance, unwritten } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { audienceStream, loadAudience } from './broadcast-streams.js';
import type { Exclusion } from './exclusion.js';

export type FreezePorts = LogPorts & TeamReadPorts & Pick<Ports, 'ownWrites' | 'hash'>;

/** How far through a segment the freezing has come. */
export interface FrozenSoFar {
  readonly chunks: number;
  readonly members: number;
  readonly turns: readonly CountedTurn[];
  /** The contact behind which the next chunk begins. */
  readonly after: string | undefined;
  /** From this chunk on they were frozen here: no other process has opened an email of them. */
  readonly ownFrom: number;
}

/** From the chunks that are there: a segment is read from newer contacts to older ones, so none is read twice. */
export async function frozenSoFar(ports: LogPorts, broadcastId: string): Promise<FrozenSoFar> {
  let so: FrozenSoFar = { chunks: 0, members: 0, turns: [], after: undefined, ownFrom: 0 };
  for (;;) {
    const { state } = await loadAudience(ports, broadcastId, so.chunks);
    if (state === null) return { ...so, ownFrom: so.chunks };
    const { members } = state.frozen;
    so = { ...withChunk(so, members), after: members.at(-1)?.contactId ?? so.after };
  }
}

function withChunk(so: FrozenSoFar, members: readonly AudienceMember[]): FrozenSoFar {
  const turns = addTurns(so.turns, turnsOf(members));
  return { ...so, chunks: so.chunks + 1, members: so.members + members.length, turns };
}

export interface AudienceToFreeze extends SentAs {
  /** The id of the event that queued it: who is in which part of its test follows from that. */
  readonly queuedId: string;
  readonly broadcastId: string;
  readonly teamId: string;
  /** Whom it leaves out; undefined: it goes to everyone in the segment. */
  readonly exclusion: Exclusion | undefined;
}

/**
 * Freezes the next members of the segment, those too who must not get it: their reason is frozen with them.
 * @returns how far that is, and whether it was all; or why it cannot be said who is in the segment.
 */
export async function freezeNext(
  ports: FreezePorts,
  { broadcastId, teamId, segmentId, topicId, isOptOut, test, queuedId, exclusion, localTime }: AudienceToFreeze,
  so: FrozenSoFar,
  provenance: Provenance,
): Promise<(FrozenSoFar & { readonly isAll: boolean }) | { readonly because: 'segment-deleted' | 'filter-invalid' }> {
  const segment = (await teamSegments(ports, teamId)).find(({ id }) => id === segmentId);
  if (segment === undefined) return { because: 'segment-deleted' };
  if ((await segmentProblem(ports, segment)) !== undefined) return { because: 'filter-invalid' };
  const page = await listContacts(ports, {
    teamId,
    page: { limit: chunkMembers, ...(so.after === undefined ? {} : { after: so.after }) },
    filter: { segmentId },
  });
  if ('refused' in page) return { because: 'segment-deleted' };
  const topic = topicId === null ? null : { id: topicId, isOptOut };
  const found: FoundMember[] = [];
  for (let at = 0; at < page.documents.length; at += readTogether) {
    const some = page.documents.slice(at, at + readTogether);
    const read = await Promise.all(some.map(({ id }) => memberOf(ports, id, topic, localTime)));
    found.push(...read.flatMap((member) => member ?? []));
  }
  const all = found.map(({ member }) => member);
  const asked = exclusion === undefined ? all : await withoutLeftOut(exclusion, found);
  const members = test === undefined ? asked : inParts(ports, asked, test, queuedId);
  const last = page.documents.at(-1)?.id ?? page.walkedTo?.id ?? so.after;
  const after = page.walkedTo !== undefined && page.hasMore ? page.walkedTo.id : last;
  const isAll = !page.hasMore;
  if (members.length === 0) return { ...so, after, isAll };
  const stream = audienceStream(broadcastId, so.chunks);
  const command = { type: 'FreezeAudience', frozen: { broadcastId, chunk: so.chunks, members: [...members] } } as const;
  const loaded = unwritten(audience, stream);
  const handled = await handle(ports, audience, stream, command, provenance, { loaded, patience: factPatience });
  if ('refused' in handled) throw new Error(`${stream} could not be frozen: ${handled.refused}`);
  // Another process may have been first: then its chunk is the one.
  const own = handled.loaded.state?.frozen.members ?? members;
  const isOther = handled.events.length === 0;
  return {
    ...withChunk(so, own),
    after: isOther ? own.at(-1)?.contactId : after,
    isAll: isOther ? false : isAll,
    ownFrom: isOther ? so.chunks + 1 : so.ownFrom,
  };
}

const readTogether = 50;

interface FoundMember {
  readonly member: AudienceMember;
  readonly addressHash: string;
}

async function withoutLeftOut(
  exclusion: Exclusion,
  members: readonly FoundMember[],
): Promise<readonly AudienceMember[]> {
  const asked = members.flatMap(({ member: { contactId, skipped }, addressHash }) =>
    skipped === undefined ? [{ contactId, addressHash }] : [],
  );
  const reasons = await exclusion.reasons(asked);
  return members.map(({ member }) => {
    const skipped = member.skipped ?? reasons.get(member.contactId);
    return skipped === undefined ? member : { ...member, skipped };
  });
}

/** By a keyed hash: who repeats it after a crash draws the same. Members who get no email are in no part. */
function inParts(
  { hash }: Pick<Ports, 'hash'>,
  members: readonly AudienceMember[],
  { share }: AbTest,
  queuedId: string,
): readonly AudienceMember[] {
  const ids = members.flatMap(({ contactId, skipped }) => (skipped === undefined ? [contactId] : []));
  const drawn = drawParts(ids, share, (contactId) => hash.hash('audience-part', [queuedId, contactId]));
  return members.map((member) =>
    member.skipped === undefined ? { ...member, part: drawn.get(member.contactId) ?? 'rest' } : member,
  );
}

/** @returns undefined where the contact is gone already. */
async function memberOf(
  ports: LogPorts,
  contactId: string,
  topic: FrozenTopic | null,
  localTime: LocalTime | undefined,
): Promise<FoundMember | undefined> {
  const isPersonal = localTime !== undefined;
  const stream = contactStream(contactId);
  const loaded = await load(ports, contact, stream, isPersonal);
  const { state, expected } = loaded;
  if (state === null || state === 'deleted' || typeof expected !== 'number') return undefined;
  const { addressHash } = state;
  const member = { contactId, revision: expected };
  const skipped = whySkipped(state, topic);
  if (skipped !== undefined) return { member: { ...member, skipped }, addressHash };
  return { member: localTime === undefined ? member : { ...member, ...dueOf(state, localTime) }, addressHash };
}

const zones = new Zones();

/** The zone itself is the person's, and stays under their key. */
function dueOf({ described }: ContactState, localTime: LocalTime): TurnMarks {
  const profile = reveal(described.profile);
  const { opensAt, isFallback } = dueIn(zones, localTime, profile?.properties[localTime.property]);
  return { opensAt, ...(isFallback ? { isFallbackZone: true } : {}) };
}

/** What a broadcast is about; `isOptOut`: who has said neither yes nor no does not get it. */
export interface FrozenTopic {
  readonly id: string;
  readonly isOptOut: boolean;
}

/** What a person said, as a reason. */
export type Unsubscribed = Extract<AudienceMember['skipped'], 'unsubscribed' | 'not-subscribed'>;

/** @returns undefined for somebody who gets it. */
export function whySkipped(said: SaidConsents, topic: FrozenTopic | null): Unsubscribed | undefined {
  if (isSubscribedTo(said, topic)) return undefined;
  const hasLeft = said.all?.isSubscribed === false || (topic !== null && said.topics[topic.id] !== undefined);
  return hasLeft ? 'unsubscribed' : 'not-subscribed';
}
