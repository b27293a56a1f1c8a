import type { AbTest } from '../../domain/broadcast/ab-test.js';
import {
  broadcast,
  type Broadcast,
  type BroadcastCommand,
  type BroadcastRefusal,
} from '../../domain/broadcast/broadcast.js';
import type { ContentPart, Excluding, BroadcastEvent } from '../../domain/broadcast/events.js';
import type { Kid } from '../../domain/shared/personal.js';
import { idOf, type StreamName } from '../../domain/shared/stream-name.js';
import {
  type BroadcastDocument,
  broadcastsProjection,
  foldBroadcast,
} from '../../projections/broadcasts/broadcasts.projection.js';
import { command, query } from '../access/use-case.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import { type Changed, changeOne, changeState } from '../shared/change-one.js';
import type { RequestContext } from '../shared/context.js';
import { load, type Loaded, type LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { withRoomOfTeam } from '../shared/with-room.js';
import { getSegment } from '../segment/segments.js';
import type { UnsafeHtml } from '../../domain/template/check/unsafe-html.js';
import { type ContentPorts, sealContent, type SealPorts } from '../template/template-content.js';
import { getTopic } from '../topic/topics.js';
import {
  type BroadcastContent,
  type ContentReading,
  type ContentSettings,
  contentAfter,
  emptyContent,
  openBroadcastContent,
  partsChanged,
} from './broadcast-content.js';
import { broadcastOfTeam, broadcastStream } from './broadcast-streams.js';
import { firstOfChain } from './chain.js';
import { type PublicPages, publicPages } from './public-tokens.js';
import { openVariantContent, type VariantContent, variantAfter } from './variant-content.js';

const mostBroadcasts = 10_000;

export type BroadcastPorts = LogPorts & SealPorts & TeamReadPorts & Pick<Ports, 'keys' | 'ids' | 'clock' | 'ownWrites'>;

/** What a request says of a broadcast; what is undefined stays. */
export interface BroadcastSettings extends ContentSettings {
  readonly name?: string | undefined;
  readonly segmentId?: string | undefined;
  readonly topicId?: string | null | undefined;
}

type Unknown = { readonly refused: 'unknown-segment' | 'unknown-topic'; readonly id: string };
type TooMany = { readonly refused: 'too-many'; readonly most: number };
export type WriteRefusal = Exclude<Changed<BroadcastRefusal>, { readonly id: string }> | Unknown | TooMany | UnsafeHtml;
/** What was written, and the revision that it is now. */
export interface WrittenBroadcast {
  readonly id: string;
  readonly revision: number;
}

/** POST /broadcasts. */
export interface CreateBroadcast {
  readonly context: RequestContext;
  readonly settings: BroadcastSettings;
  readonly reading: ContentReading;
}

/** A draft: nothing is sent. */
export async function createBroadcast(
  ports: BroadcastPorts,
  { context, settings, reading }: CreateBroadcast,
): Promise<WrittenBroadcast | WriteRefusal> {
  const unknown = await unknownIn(ports, context.teamId, settings);
  if (unknown !== undefined) return unknown;
  const content = await contentAfter(emptyContent, settings, reading);
  return 'refused' in content ? content : makeDraft(ports, context, settings, content, {});
}

type CopiedTest = AbTest & { readonly says: VariantContent };

/** What a draft is made from; nothing: it is new. */
interface DraftOrigin {
  readonly duplicateOf?: string | undefined;
  readonly excluding?: Excluding | undefined;
  readonly test?: CopiedTest | undefined;
}
/** What name and ending have together, at most. */
const mostCharacters = 70;
export const nameWith = (name: string, ending: string): string => `${name}${ending}`.slice(0, mostCharacters);

export function makeDraft(
  ports: BroadcastPorts,
  context: RequestContext,
  settings: BroadcastSettings,
  content: BroadcastContent,
  origin: DraftOrigin,
): Promise<WrittenBroadcast | WriteRefusal> {
  const room = { category: 'broadcast', teamId: context.teamId, most: mostBroadcasts } as const;
  return withRoomOfTeam(ports, broadcastsProjection, room, () => draft(ports, context, settings, content, origin));
}

async function draft(
  ports: BroadcastPorts,
  context: RequestContext,
  { name = 'Untitled', segmentId, topicId }: BroadcastSettings,
  content: BroadcastContent,
  { duplicateOf, excluding, test }: DraftOrigin,
): Promise<WrittenBroadcast | WriteRefusal> {
  const { teamId } = context;
  const broadcastId = ports.ids.next();
  if (excluding !== undefined) {
    // Said before the draft is there: whatever is sent of a chain, its first one knows of.
    const first = await firstOfChain(ports, excluding);
    const noted = await write(ports, broadcastStream(first.id), { type: 'DraftAgain', teamId, broadcastId }, context);
    if ('refused' in noted) return noted;
  }
  const stream = broadcastStream(broadcastId);
  const sealed = await sealContent(ports, stream, content, undefined, teamId);
  const drafted = {
    ...{ teamId, name, segmentId: segmentId ?? null, topicId: topicId ?? null, content: sealed },
    duplicateOf: duplicateOf ?? null,
    ...(excluding === undefined ? {} : { excluding }),
    ...(await testCopied(ports, stream, test, sealed.kid, teamId)),
  };
  return write(ports, stream, { type: 'DraftBroadcast', broadcast: drafted }, context);
}

async function testCopied(
  ports: BroadcastPorts,
  stream: StreamName,
  test: CopiedTest | undefined,
  kid: Kid,
  teamId: string,
) {
  if (test === undefined) return {};
  const { says, ...how } = test;
  return { test: { ...how, content: await sealContent(ports, stream, says, kid, teamId) } };
}

/** {@link changeOne} that answers the revision too. */
export async function write(
  ports: BroadcastPorts,
  stream: StreamName,
  command: BroadcastCommand,
  context: RequestContext,
): Promise<WrittenBroadcast | Exclude<Changed<BroadcastRefusal>, { readonly id: string }>> {
  const written = await changeState(ports, broadcast, stream, command, context);
  return 'refused' in written ? written : { id: written.id, revision: written.state?.revision ?? 1 };
}

export async function unknownIn(
  ports: LogPorts,
  teamId: string,
  { segmentId, topicId }: BroadcastSettings,
): Promise<Unknown | undefined> {
  if (segmentId !== undefined && (await getSegment(ports, { teamId, segmentId })) === undefined) {
    return { refused: 'unknown-segment', id: segmentId };
  }
  const isKnown = topicId === undefined || topicId === null || (await getTopic(ports, { teamId, topicId }));
  return isKnown === undefined ? { refused: 'unknown-topic', id: topicId ?? '' } : undefined;
}

/** PATCH /broadcasts/{id}: what is left out stays; of one that was sent only the name changes. */
export interface ChangeBroadcast extends CreateBroadcast {
  readonly broadcastId: string;
  /** The one that was looked at; undefined: whatever is there is changed. */
  readonly revision?: number | undefined;
  /** Whether its page is public; undefined: as it is. Also of one that was sent. */
  readonly isPublic?: boolean | undefined;
}
export const ChangeBroadcast = command({ name: 'ChangeBroadcast', need: 'member', run: changeBroadcast });

export async function changeBroadcast(
  ports: BroadcastPorts,
  { context, broadcastId, settings, reading, revision, isPublic }: ChangeBroadcast,
): Promise<WrittenBroadcast | WriteRefusal> {
  const { teamId } = context;
  const loaded = await broadcastOfTeam(ports, teamId, broadcastId);
  if (loaded === undefined) return { refused: 'not-found' };
  const unknown = await unknownIn(ports, teamId, settings);
  if (unknown !== undefined) return unknown;
  const { state, stream } = loaded;
  const before = await openBroadcastContent(ports, state.content);
  const after = await contentAfter(before, settings, reading);
  if ('refused' in after) return after;
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  const content = isSame ? undefined : await sealContent(ports, stream, after, state.content.kid, teamId);
  const test = isSame ? undefined : await followedBy(ports, loaded, after, reading);
  if (test !== undefined && 'refused' in test) return test;
  const { name, segmentId, topicId } = settings;
  const given = Object.entries({ name, segmentId, topicId, content, test }).filter(([, value]) => value !== undefined);
  const draft = Object.fromEntries(given);
  const parts = isSame ? undefined : partsChanged(before, after);
  const goesOn = context.actor.kind === 'user' && revision !== undefined && isMoreOf(before, after, parts);
  const change = { type: 'ChangeBroadcast', teamId, draft, revision, parts, goesOn } as const;
  const written = await write(ports, stream, change, context);
  if ('refused' in written || isPublic === undefined) return written;
  return write(ports, stream, { type: 'SetPublic', teamId, isPublic }, context);
}

/** Whether only the body is another, and written in the same way: by the editor, or by hand. */
function isMoreOf(before: BroadcastContent, after: BroadcastContent, parts: readonly ContentPart[] = []): boolean {
  const isBody = parts.length === 1 && parts[0] === 'body';
  return isBody && (before.document === undefined) === (after.document === undefined);
}

/** Variant B, where there is one, once variant A says this: what B has not of its own it has from A. */
async function followedBy(
  ports: BroadcastPorts,
  { state: { teamId, content, test }, stream }: Loaded<Broadcast, BroadcastEvent>,
  after: BroadcastContent,
  reading: ContentReading,
): Promise<AbTest | UnsafeHtml | undefined> {
  if (test === undefined) return undefined;
  const variant = await variantAfter(after, await openVariantContent(ports, test), {}, reading);
  return 'refused' in variant
    ? variant
    : { ...test, content: await sealContent(ports, stream, variant, content.kid, teamId) };
}

/** POST /broadcasts/{id}/duplicate, and others about one. */
export interface OneBroadcast {
  readonly context: RequestContext;
  readonly broadcastId: string;
}

/** A draft with all that the other says, whatever became of that one. */
export const DuplicateBroadcast = command({
  name: 'DuplicateBroadcast',
  need: 'member',
  async run(ports: BroadcastPorts, { context, broadcastId }: OneBroadcast) {
    const loaded = await broadcastOfTeam(ports, context.teamId, broadcastId);
    if (loaded === undefined) return { refused: 'not-found' } as const;
    const { state, stream } = loaded;
    const { segmentId, topicId, excluding } = state;
    const name = nameWith(state.name, ' (copy)');
    const settings = { name, topicId, ...(segmentId === null ? {} : { segmentId }) };
    const content = await openBroadcastContent(ports, state.content);
    const test = state.test && { ...state.test, says: await openVariantContent(ports, state.test) };
    return makeDraft(ports, context, settings, content, { duplicateOf: idOf(stream), excluding, test });
  },
});

/** DELETE /broadcasts/{id}: a draft, or one that waits for its time. */
export const DeleteBroadcast = command({
  name: 'DeleteBroadcast',
  need: 'member',
  run: (ports: BroadcastPorts, { context, broadcastId }: OneBroadcast) =>
    changeOne(
      ports,
      broadcast,
      broadcastStream(broadcastId),
      { type: 'DeleteBroadcast', teamId: context.teamId },
      context,
    ),
});

/** GET /broadcasts/{id}. */
export interface GetBroadcast {
  readonly teamId: string;
  readonly broadcastId: string;
}
export interface ShownBroadcast {
  readonly document: BroadcastDocument;
  readonly content: BroadcastContent;
  readonly pages: PublicPages;
}
export const GetBroadcast = query({ name: 'GetBroadcast', need: 'read-only', run: getBroadcast });

/**
 * From its own stream, so that every write that was answered shows.
 * @returns undefined when the team has no such broadcast.
 */
async function getBroadcast(
  ports: LogPorts & ContentPorts & Pick<Ports, 'hash'>,
  { teamId, broadcastId }: GetBroadcast,
): Promise<ShownBroadcast | undefined> {
  const { events } = await load(ports, broadcast, broadcastStream(broadcastId));
  const document = foldBroadcast(events);
  if (document?.teamId !== teamId) return undefined;
  const content = await openBroadcastContent(ports, (document.sentAs ?? document).content);
  return { document, content, pages: await publicPages(ports, document) };
}
