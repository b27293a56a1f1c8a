import type { SegmentFilter } from '../../domain/segment/filter.js';
import { segment, segmentStreams, type SegmentState, type SegmentEvent } from '../../domain/segment/segment.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { type SegmentDocument, segmentsProjection } from '../../projections/segments/segments.projection.js';
import { foldStream } from '../../projections/shared/fold-stream.js';
import { command, query } from '../access/use-case.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import { charactersOf } from '../shared/characters-of.js';
import { type Changed, changeOne } from '../shared/change-one.js';
import type { RequestContext } from '../shared/context.js';
import { load, type Loaded, type LogPorts, unwritten } from '../shared/handle.js';
import type { PageRequest } from '../shared/page.js';
import { personHashesIn, personalValues } from '../shared/personal-values.js';
import type { Ports } from '../shared/ports.js';
import { teamList } from '../shared/team-list.js';
import { type TooMany, withRoomOfTeam } from '../shared/with-room.js';
import { type FilterRefusal, refusalOfFilter, teamSegments } from './named.js';

export const mostSegments = 1_000;
/** All filters of a team together: whatever asks for one of them reads them all. */
export const mostFilterCharacters = 2_000_000;

const segmentStream = (id: string) => streamName('segment', id);
type WritePorts = LogPorts &
  Pick<Ports, 'ownWrites' | 'hash'> & { readonly keys: Pick<Ports['keys'], 'getMany' | 'createRow'> };

/** POST /segments. */
export interface CreateSegment {
  readonly context: RequestContext;
  readonly name: string;
  readonly filter: SegmentFilter | null;
}
export const CreateSegment = command({ name: 'CreateSegment', need: 'member', run: createSegment });

async function createSegment(
  ports: WritePorts & TeamReadPorts,
  { context, name, filter }: CreateSegment,
): Promise<SegmentChanged | TooMany> {
  const { teamId } = context;
  const refusal = await refusalOfFilter(ports, teamId, filter);
  if (refusal !== undefined) return refusal;
  return withRoomOfTeam(ports, segmentsProjection, { category: 'segment', teamId, most: mostSegments }, async () => {
    const full = await fullOfFilters(ports, teamId, filter);
    if (full !== undefined) return full;
    const loaded = unwritten<SegmentState>(segment, segmentStream(ports.ids.next()));
    const { filtered, newKeys } = await sealed(ports, loaded, filter);
    const command = { type: 'CreateSegment', segment: { teamId, name, ...filtered } } as const;
    return changeOne(ports, segment, loaded.stream, command, context, { loaded, newKeys, personal: true });
  });
}

type SegmentChanged = Changed<'not-found' | 'no-filter'> | FilterRefusal;

/**
 * The segment of this name without a filter that an import makes: the same again when it is asked for again. Undefined
 * where the team has as many as it may have.
 */
export async function segmentOfImport(
  ports: WritePorts & TeamReadPorts,
  context: RequestContext,
  { importId, name }: { readonly importId: string; readonly name: string },
): Promise<string | undefined> {
  const id = ports.ids.fromHash(ports.hash.hash('audience-part', ['segment of an import', importId, name]));
  const loaded = await load(ports, segment, segmentStream(id), true);
  if (loaded.state !== null) return id;
  if (loaded.events.length > 0) return undefined;
  const { teamId } = context;
  const command = { type: 'CreateSegment', segment: { teamId, name, filter: null, addressHashes: [] } } as const;
  const room = { category: 'segment', teamId, most: mostSegments } as const;
  const made = await withRoomOfTeam(ports, segmentsProjection, room, () =>
    changeOne(ports, segment, loaded.stream, command, context, { loaded, personal: true }),
  );
  return 'refused' in made ? undefined : id;
}

/** PATCH /segments/{id}: what is left out stays. */
export interface ChangeSegment {
  readonly context: RequestContext;
  readonly segmentId: string;
  readonly name: string | undefined;
  readonly filter: SegmentFilter | undefined;
}
export const ChangeSegment = command({ name: 'ChangeSegment', need: 'member', run: changeSegment });

/** One filter of a team after the other: two that name one another would not see each other when they are checked. */
export function changeSegment(ports: WritePorts & TeamReadPorts, asked: ChangeSegment): Promise<SegmentChanged> {
  if (asked.filter === undefined) return change(ports, asked);
  return ports.serialise(segmentStream(asked.context.teamId), () => change(ports, asked));
}

async function change(
  ports: WritePorts & TeamReadPorts,
  { context, segmentId, name, filter }: ChangeSegment,
): Promise<SegmentChanged> {
  const refusal =
    (await refusalOfFilter(ports, context.teamId, filter, segmentId)) ??
    (await fullOfFilters(ports, context.teamId, filter ?? null, segmentId));
  if (refusal !== undefined) return refusal;
  const loaded = await load(ports, segment, segmentStream(segmentId), true);
  const { filtered, newKeys } = await sealed(ports, loaded, filter ?? null);
  const command = {
    type: 'ChangeSegment',
    teamId: context.teamId,
    name,
    filtered: filter === undefined ? undefined : filtered,
  } as const;
  return changeOne(ports, segment, loaded.stream, command, context, { loaded, newKeys, personal: true });
}

/** `segmentId`: of the segment that has it already. */
async function fullOfFilters(
  ports: TeamReadPorts,
  teamId: string,
  filter: SegmentFilter | null,
  segmentId?: string,
): Promise<FilterRefusal | undefined> {
  if (filter === null) return undefined;
  const others = (await teamSegments(ports, teamId)).filter(({ id }) => id !== segmentId);
  const characters = others.reduce((sum, other) => sum + charactersOf(other.filter), charactersOf(filter));
  if (characters <= mostFilterCharacters) return undefined;
  const most = mostFilterCharacters.toLocaleString('en');
  const problem = `The filters of all segments have at most ${most} characters together, and with this one ${characters.toLocaleString('en')}. Shorten it, or delete segments.`;
  return { refused: 'invalid-filter', path: 'filter', problem };
}

/** The filter under a new key, with the hashes of those whom it names. */
async function sealed(ports: WritePorts, loaded: Loaded<SegmentState, SegmentEvent>, filter: SegmentFilter | null) {
  if (filter === null) return { filtered: { filter, addressHashes: [] }, newKeys: new Map() };
  const { values, newKeys } = await personalValues(ports, segmentStreams, 'SegmentCreated', loaded, { filter });
  return { filtered: { ...values, addressHashes: personHashesIn(ports.hash, JSON.stringify(filter)) }, newKeys };
}

export const deleteSegment = (
  ports: WritePorts,
  context: RequestContext,
  segmentId: string,
): Promise<Changed<'not-found' | 'no-filter'>> =>
  changeOne(ports, segment, segmentStream(segmentId), { type: 'DeleteSegment', teamId: context.teamId }, context);

/** GET /segments, newest first. */
export interface ListSegments {
  readonly teamId: string;
  readonly page: Partial<PageRequest>;
}
export const ListSegments = query({
  name: 'ListSegments',
  need: 'read-only',
  run: (ports: TeamReadPorts, { teamId, page }: ListSegments) => teamList(ports, segmentsProjection, { teamId, page }),
});

/** GET /segments/{id}. Undefined when the team has no such segment. */
export interface GetSegment {
  readonly teamId: string;
  readonly segmentId: string;
}
export const GetSegment = query({ name: 'GetSegment', need: 'read-only', run: getSegment });

/** From its own stream, so that every write that was answered shows. */
export async function getSegment(
  ports: LogPorts,
  { teamId, segmentId }: GetSegment,
): Promise<SegmentDocument | undefined> {
  const { events } = await load(ports, segment, segmentStream(segmentId), true);
  const found = foldStream(segmentsProjection, events);
  return found?.teamId === teamId ? found : undefined;
}
