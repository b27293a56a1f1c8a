import { categoryOf } from '../../domain/shared/stream-name.js';
import { timeOfId } from '../../domain/shared/uuid-time.js';
import { type ActivityDocument, activityShape } from '../../projections/activity/activity.projection.js';
import type { People } from '../people/people.js';
import type { ListQuery } from '../ports/read-store.js';
import type { Page, PageRequest } from '../shared/page.js';
import { isIn, type Span } from './spans.js';

/** Rows of one span that one request looks at where it searches; who wants more goes on from there. */
const rowsOfSearch = 5_000;

/** The page of all spans as one. A span whose walk ended early ends the page there. */
export async function foundIn(
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
