import { categoryOf } from '../../domain/shared/stream-name.js';
import { timeOfId } from '../../domain/shared/uuid-time.js';
import { activityToken } from '../../projections/activity/activity-tokens.js';
import { type ActivityDocument, activityShape } from '../../projections/activity/activity.projection.js';
import { searchedWords } from '../../projections/emails/email-tokens.js';
import { query } from '../access/use-case.js';
import { type PersonContext, teamOf } from '../people/people-services.js';
import type { People } from '../people/people.js';
import type { ListQuery } from '../ports/read-store.js';
import { mostCounted } from '../shared/list-page.js';
import type { ListTotal, Page, PageRequest } from '../shared/page.js';
import { type ActivityView, viewsOf, type ViewServices } from './activity-view.js';
import { forever, isIn, type Span, spansOf } from './spans.js';

/** All of them hold together. */
export interface ActivityFilter {
  /** Beginnings of words: of names, ids, types of events. */
  readonly search?: string;
  /** Id of the person or API key, or `cli`. */
  readonly by?: string;
  /** Category of what was changed. */
  readonly kind?: string;
  /** The type of the event, or its verb: `deleted`. */
  readonly what?: string;
  /** Id of what was changed, or of what the change names. */
  readonly about?: string;
  /** Milliseconds since the epoch: then or later. */
  readonly sinceMs?: number;
  /** Milliseconds since the epoch: before. */
  readonly untilMs?: number;
}

/** GET /dashboard-api/activity */
export interface ListActivity {
  readonly by: PersonContext;
  readonly page: PageRequest;
  readonly filter: ActivityFilter;
}

type Listed = Exclude<Page<ActivityView>, { readonly refused: string }>;

export type ActivityServices = ViewServices & { readonly firstTeamId: string };

export const ListActivity = query({ name: 'ListActivity', need: 'person admin', run: listActivity });

/** Rows of one span that one request looks at where it searches; who wants more goes on from there. */
const rowsOfSearch = 5_000;

/** Newest first: what was changed in the team, and what happened to each person while the person was in it. */
export async function listActivity(services: ActivityServices, { by, page, filter }: ListActivity): Promise<Listed> {
  const { people } = services;
  const teamId = teamOf(by);
  await settled(people, [teamId, by.userId]);
  const { sinceMs, untilMs } = filter;
  const spans = await spansOf(people, teamId, teamId === services.firstTeamId, {
    ...(sinceMs === undefined ? {} : { since: new Date(sinceMs).toISOString() }),
    ...(untilMs === undefined ? {} : { until: new Date(untilMs).toISOString() }),
  });
  const prefixes = prefixesOf(filter);
  const found = await foundIn(people, teamId, spans, page, prefixes);
  const words = searchedWords(filter.search ?? '');
  const total = page.isCounted === true && prefixes.length === 0 ? await totalOf(people, spans) : undefined;
  return {
    ...found,
    ...(total === undefined ? {} : { total }),
    ...(words.length === 0 ? {} : { words }),
    documents: await viewsOf(services, found.documents),
  };
}

async function totalOf({ ports }: People, spans: readonly Span[]): Promise<ListTotal> {
  const counts = await Promise.all(
    spans.map(({ concerns, from, to }) =>
      ports.readStore.count(
        activityShape,
        { concerns },
        { orderBy: 'at', atLeast: from, atMost: to, most: mostCounted + 1 },
      ),
    ),
  );
  const count = counts.reduce((sum, each) => sum + each, 0);
  return { count: Math.min(count, mostCounted), isExact: count <= mostCounted };
}

/** The last of them that are about this resource, by the team's own doing. */
export async function lastAbout(people: People, teamId: string, concerns: readonly string[], about: string) {
  await settled(people, [teamId]);
  const spans = concerns.map((each) => ({ concerns: each, from: '', to: forever }));
  const { documents } = await foundIn(people, teamId, spans, { limit: 1 }, prefixesOf({ about }));
  return documents[0];
}

async function settled({ ports: { ownWrites } }: People, writers: readonly string[]): Promise<void> {
  await Promise.all(writers.map((writer) => ownWrites.settled(writer, activityShape.name)));
}

function prefixesOf({ search = '', by, kind, what, about }: ActivityFilter): readonly string[] {
  return [
    ...searchedWords(search),
    ...(by === undefined ? [] : [activityToken('by', by)]),
    ...(kind === undefined ? [] : [activityToken('kind', kind)]),
    ...(what === undefined ? [] : [activityToken('what', what)]),
    ...(about === undefined ? [] : [activityToken('about', about)]),
  ];
}

/** The page of all spans as one. A span whose walk ended early ends the page there. */
async function foundIn(
  people: People,
  teamId: string,
  spans: readonly Span[],
  page: PageRequest,
  prefixes: readonly string[],
): Promise<Exclude<Page<ActivityDocument>, { readonly refused: string }>> {
  const { readStore } = people.ports;
  const cursorId = page.after ?? page.before;
  // The store does not know of which type a projection's documents are.
  const cursor = cursorId === undefined ? undefined : await readStore.get(activityShape, cursorId);
  const place = cursorId === undefined ? undefined : placeOf(cursorId, spans, cursor as ActivityDocument | undefined);
  const pages = await Promise.all(spans.map((span) => listSpan(people, teamId, span, page, place, prefixes)));
  const towardsNewer = page.before !== undefined;
  const isBeyond = (one: Place, other: Place) => (towardsNewer ? isNewer(one, other) : isNewer(other, one));
  const ends = pages.flatMap(({ reached }) => (reached === undefined ? [] : [reached]));
  const end = ends.reduce<Place | undefined>((near, each) => (near && !isBeyond(near, each) ? near : each), undefined);
  const found = withoutFollowing(pages.flatMap(({ documents }) => documents))
    .filter(({ at, id }) => end === undefined || !isBeyond({ value: at, id }, end))
    .sort((one, other) => (isNewer(placeIn(one), placeIn(other)) ? -1 : 1));
  const { limit } = page;
  const documents = towardsNewer ? found.slice(-limit) : found.slice(0, limit);
  const hasMore = found.length > limit || pages.some((each) => each.hasMore);
  const walkedTo = end === undefined || documents.length >= limit ? undefined : { id: end.id, time: String(end.value) };
  return { documents, hasMore, ...(walkedTo === undefined ? {} : { walkedTo }) };
}

type Place = NonNullable<ListQuery['after']>;

async function listSpan(
  { ports }: People,
  forTeam: string,
  { concerns, from, to }: Span,
  { limit, before }: PageRequest,
  next: Place | undefined,
  prefixes: readonly string[],
) {
  const towardsNewer = before !== undefined;
  const [begin, end] = towardsNewer ? [{ value: from, id: '' }, to] : [{ value: to, id: afterEveryId }, from];
  const isBehind = next !== undefined && (towardsNewer ? next.value >= from : next.value <= to);
  const { documents, hasMore, reached } = await ports.readStore.list(activityShape, {
    forTeam,
    equals: { concerns },
    orderBy: 'at',
    direction: towardsNewer ? 'asc' : 'desc',
    after: isBehind ? next : begin,
    until: end,
    prefixes,
    limit,
    mostRows: rowsOfSearch,
  });
  return { documents: documents.map(({ document }) => document as ActivityDocument), hasMore, reached };
}

/** A session that began in the course of a change to the account is part of that: one line. */
function withoutFollowing(documents: readonly ActivityDocument[]): readonly ActivityDocument[] {
  const changes = new Set(documents.filter((each) => !isOfSession(each)).map((each) => each.correlationId));
  return documents.filter((each) => !isOfSession(each) || !changes.has(each.correlationId));
}

function isOfSession({ changes }: ActivityDocument): boolean {
  return categoryOf(changes[0].stream) === 'session';
}

/** Where an entry stands in the list. One that is not in it (any more) is placed by the time in its id. */
function placeOf(id: string, spans: readonly Span[], document: ActivityDocument | undefined): Place {
  const isKnown = document !== undefined && spans.some((span) => isIn(span, document));
  return { value: isKnown ? document.at : timeOfId(id), id };
}

const afterEveryId = '~';

function placeIn({ at, id }: ActivityDocument): Place {
  return { value: at, id };
}

function isNewer(one: Place, other: Place): boolean {
  return one.value === other.value ? one.id > other.id : one.value > other.value;
}
