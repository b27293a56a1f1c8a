import { contactsProjection } from '../../projections/contacts/contacts.projection.js';
import { contactToken, countedAs } from '../../projections/contacts/contact-tokens.js';
import { formsProjection } from '../../projections/forms/forms.projection.js';
import { type SegmentDocument, segmentsProjection } from '../../projections/segments/segments.projection.js';
import { type TopicDocument, topicsProjection } from '../../projections/topics/topics.projection.js';
import { query } from '../access/use-case.js';
import { type CountedFigures, type FigurePorts, keptFigures } from '../shared/kept-figures.js';
import type { Ports } from '../shared/ports.js';
import { countFiltered } from './count-filtered.js';
import type { FilteredPorts } from './filtered-contacts.js';

/** More are not counted. */
const mostCounted = 10_000_000;

const segmentFigures = keptFigures<MemberCount>();
const topicFigures = keptFigures<number>();
const joinFigures = keptFigures<number>();

type CountPorts = FilteredPorts & FigurePorts;

/** GET /dashboard-api/segments/members: of those that the team has, in the order asked for. */
export interface CountMembers {
  readonly teamId: string;
  readonly ids: readonly string[];
}

/** How many contacts are in a segment. */
export interface MemberCount {
  readonly members: number;
  /** False where a filter finds so many: see `FilteredCount`. */
  readonly isExact: boolean;
}

export const CountMembers = query({ name: 'CountMembers', need: 'read-only', run: countMembers });

export async function countMembers(
  ports: CountPorts,
  { teamId, ids }: CountMembers,
): Promise<CountedFigures<MemberCount>> {
  await settled(ports, teamId, [segmentsProjection.name, contactsProjection.name]);
  const stored = await ports.readStore.getMany(segmentsProjection, ids);
  const own = ids.filter((id) => stored.get(id)?.document.teamId === teamId);
  // A filter that was changed since finds others.
  const revised = new Map<string, SegmentDocument | undefined>(
    own.map((id) => [`${id} ${stored.get(id)?.position}`, stored.get(id)?.document]),
  );
  const counted = await segmentFigures(ports, [...revised.keys()], (key) => membersOf(ports, revised.get(key)));
  const figures = [...counted.figures].map(([key, figure]) => [key.slice(0, key.indexOf(' ')), figure] as const);
  return { ...counted, figures: new Map(figures) };
}

async function membersOf(ports: CountPorts, segment: SegmentDocument | undefined): Promise<MemberCount> {
  if (segment === undefined) return { members: 0, isExact: true };
  const { id, teamId, filter, isFiltered } = segment;
  if (!isFiltered) {
    return { members: await countToken(ports, teamId, contactToken('segment', id)), isExact: true };
  }
  if (filter === null) return { members: 0, isExact: true };
  const { count, isExact } = await countFiltered(ports, { teamId, filter, segmentId: id });
  return { members: count, isExact };
}

/** GET /dashboard-api/topics/subscribers: of those that the team has, in the order asked for. */
export interface CountSubscribers {
  readonly teamId: string;
  readonly ids: readonly string[];
}

export const CountSubscribers = query({ name: 'CountSubscribers', need: 'read-only', run: countSubscribers });

export async function countSubscribers(
  ports: FigurePorts & Pick<Ports, 'ownWrites'>,
  { teamId, ids }: CountSubscribers,
): Promise<CountedFigures<number>> {
  await settled(ports, teamId, [topicsProjection.name, contactsProjection.name]);
  const stored = await ports.readStore.getMany(topicsProjection, ids);
  const own = ids.filter((id) => stored.get(id)?.document.teamId === teamId);
  return topicFigures(ports, own, (id) => subscribersOf(ports, teamId, id, stored.get(id)?.document));
}

/** GET /dashboard-api/forms/joins: of those that the team has, in the order asked for. */
export interface CountJoins {
  readonly teamId: string;
  readonly ids: readonly string[];
}

export const CountJoins = query({ name: 'CountJoins', need: 'read-only', run: countJoins });

/** Contacts that the team still has, each once, however often it joined. */
async function countJoins(
  ports: FigurePorts & Pick<Ports, 'ownWrites'>,
  { teamId, ids }: CountJoins,
): Promise<CountedFigures<number>> {
  await settled(ports, teamId, [formsProjection.name, contactsProjection.name]);
  const stored = await ports.readStore.getMany(formsProjection, ids);
  const own = ids.filter((id) => stored.get(id)?.document.teamId === teamId);
  return joinFigures(ports, own, (id) => countToken(ports, teamId, contactToken('form', id)));
}

/** Those who get marketing, and said yes to the topic, or did not say no where that is its default. */
async function subscribersOf(
  ports: FigurePorts,
  teamId: string,
  id: string,
  topic: Pick<TopicDocument, 'defaultSubscription'> | undefined,
): Promise<number> {
  if (topic?.defaultSubscription !== 'opt_in') return countToken(ports, teamId, contactToken(countedAs.opt_in, id));
  const [all, declined] = await Promise.all([
    ports.readStore.count(contactsProjection, { teamId, isSubscribed: 1 }),
    countToken(ports, teamId, contactToken(countedAs.opt_out, id)),
  ]);
  return Math.max(0, all - declined);
}

const countToken = ({ readStore }: FigurePorts, teamId: string, token: string): Promise<number> =>
  readStore.count(contactsProjection, { teamId }, { orderBy: 'id', token, most: mostCounted });

async function settled(
  { ownWrites }: Pick<Ports, 'ownWrites'>,
  teamId: string,
  projections: readonly string[],
): Promise<void> {
  await Promise.all(projections.map((name) => ownWrites.settled(teamId, name)));
}
