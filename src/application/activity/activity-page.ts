import { categoryOf } from '../../domain/shared/stream-name.js';
import { timeOfId } from '../../domain/shared/uuid-time.js';
import { type ActivityDocument, activityShape, ofServer } from '../../projections/activity/activity.projection.js';
import type { People } from '../people/people.js';
import type { ListQuery } from '../ports/read-store.js';
import type { Page, PageRequest } from '../shared/page.js';
import { inGroups, isIn, type Span } from './spans.js';

/** Rows of one span that one request looks at where it searches; who wants more goes on from there. */
const rowsOfSearch = 5_000;
/** Rows of all people of the team together, who may be thousands. */
const rowsOfPeople = 10_000;
const leastRows = 100;

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
  const { limit } = page;
  const towardsNewer = page.before !== undefined;
  const isBeyond = (one: Place, other: Place) => (towardsNewer ? isNewer(one, other) : isNewer(other, one));
  const nearest = (places: readonly (Place | undefined)[]): Place | undefined =>
    places.reduce((near, each) => (near === undefined || (each !== undefined && isBeyond(near, each)) ? each : near));
  let found: readonly ActivityDocument[] = [];
  let hasMore = false;
  /** Up to `known` all is found; some walk ended early at `walked`. */
  let [known, walked]: (Place | undefined)[] = [];
  // A span of each time that somebody was in the team: what is asked of a later one lies within what is known already.
  for (const group of inGroups(spans)) {
    const near = group.map((span) => within(span, known, towardsNewer)).filter(({ from, to }) => from <= to);
    const rows = (span: Span) => (isOfPerson(span, teamId) ? rowsOfEach(spans.length) : rowsOfSearch);
    const listed = near.map((span) => listSpan(people, teamId, span, page, place, prefixes, rows(span)));
    const pages = await Promise.all(listed);
    hasMore ||= pages.some((each) => each.hasMore);
    walked = nearest([walked, ...pages.map(({ reached }) => reached)]);
    known = nearest([known, ...pages.map(endOf)]);
    const end = known;
    found = [...found, ...pages.flatMap(({ documents }) => documents)]
      .filter((each) => end === undefined || !isBeyond(placeIn(each), end))
      .sort((one, other) => (isBeyond(placeIn(one), placeIn(other)) ? 1 : -1));
    const last = found[2 * limit];
    if (last === undefined) continue;
    found = found.slice(0, 2 * limit + 1);
    known = placeIn(last);
    hasMore = true;
  }
  const shown = withoutFollowing(found);
  const documents = shown.slice(0, limit);
  if (towardsNewer) documents.reverse();
  const isShort = documents.length < limit;
  const walkedTo = isShort && walked !== undefined && walked === known ? walked : undefined;
  return {
    documents,
    hasMore: hasMore || shown.length > limit,
    ...(walkedTo === undefined ? {} : { walkedTo: { id: walkedTo.id, time: String(walkedTo.value) } }),
  };
}

type Place = NonNullable<ListQuery['after']>;

async function listSpan(
  { ports }: People,
  forTeam: string,
  { concerns, from, to }: Span,
  { limit, before }: PageRequest,
  next: Place | undefined,
  prefixes: readonly string[],
  mostRows: number,
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
    mostRows,
  });
  return { documents: documents.map(({ document }) => document as ActivityDocument), hasMore, reached };
}

/** The part of it that lies up to the place. */
function within(span: Span, end: Place | undefined, towardsNewer: boolean): Span {
  if (end === undefined) return span;
  const at = String(end.value);
  if (towardsNewer) return span.to < at ? span : { ...span, to: at };
  return span.from > at ? span : { ...span, from: at };
}

/** Where a page ends that is not all; undefined: nothing of the span is left out. */
function endOf({ documents, hasMore, reached }: Awaited<ReturnType<typeof listSpan>>): Place | undefined {
  const last = documents.at(-1);
  return reached ?? (hasMore && last !== undefined ? placeIn(last) : undefined);
}

function isOfPerson({ concerns }: Span, teamId: string): boolean {
  return concerns !== teamId && concerns !== ofServer;
}

function rowsOfEach(spans: number): number {
  return Math.max(leastRows, Math.min(rowsOfSearch, Math.floor(rowsOfPeople / spans)));
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
