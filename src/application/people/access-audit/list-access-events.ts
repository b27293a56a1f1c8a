import { query } from '../../access/use-case.js';
import { team } from '../../../domain/team/team.js';
import { timeOfId } from '../../../domain/shared/uuid-time.js';
import type { TeamEvent } from '../../../domain/team/events.js';
import {
  type AccessEventDocument,
  accessAuditProjection,
} from '../../../projections/people/access-audit.projection.js';
import type { ListQuery } from '../../ports/read-store.js';
import { load } from '../../shared/handle.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { type PersonContext, type PeopleServices, teamOf } from '../people-services.js';
import { type People, teamStream } from '../people.js';
import { type AccessEventView, viewsOf } from './access-event-view.js';

type Services = Pick<PeopleServices, 'people' | 'domains'>;

/** GET /dashboard-api/access-audit */
export interface ListAccessEvents {
  readonly by: PersonContext;
  readonly page: PageRequest;
}

export const ListAccessEvents = query({ name: 'ListAccessEvents', need: 'person admin', run: listAccessEvents });

/** Newest first: what happened to the team, and what happened to each person while the person was in it. */
async function listAccessEvents(services: Services, { by, page }: ListAccessEvents): Promise<Page<AccessEventView>> {
  const { people } = services;
  const { readStore, ownWrites } = people.ports;
  const { name } = accessAuditProjection;
  const teamId = teamOf(by);
  await Promise.all([ownWrites.settled(teamId, name), ownWrites.settled(by.userId, name)]);
  const spans: readonly Span[] = [
    { concerns: teamId, from: '', to: forever },
    ...(await membershipsOf(people, teamId)),
  ];
  const cursorId = page.after ?? page.before;
  const cursor =
    cursorId === undefined
      ? undefined
      : // The store does not know of which type a projection's documents are.
        ((await readStore.get(accessAuditProjection, cursorId)) as AccessEventDocument | undefined);
  const place = cursorId === undefined ? undefined : placeOf(cursorId, spans, cursor);
  const pages = await Promise.all(spans.map((span) => listSpan(people, teamId, span, page, place)));
  const found = pages.flatMap(({ documents }) => documents).sort(newestFirst);
  const { limit } = page;
  const documents = page.before === undefined ? found.slice(0, limit) : found.slice(-limit);
  const hasMore = found.length > limit || pages.some((each) => each.hasMore);
  return { documents: await viewsOf(services, teamId, documents), hasMore };
}

/** A stretch of what concerns a team or a person; both ends inclusive, ISO 8601. */
interface Span {
  readonly concerns: string;
  readonly from: string;
  readonly to: string;
}

/** After every time. */
const forever = '~';

/** When who was in the team. */
async function membershipsOf(people: People, teamId: string): Promise<readonly Span[]> {
  const { events } = await load<unknown, TeamEvent>(people.ports, team, teamStream(teamId));
  const past: Span[] = [];
  const present = new Map<string, string>();
  for (const { event, metadata } of events) {
    // A team's stream holds these only.
    const { type, data } = event as TeamEvent;
    if (type === 'MemberAdded') present.set(data.userId, metadata.time);
    if (type !== 'MemberRemoved') continue;
    const from = present.get(data.userId);
    if (from !== undefined) past.push({ concerns: data.userId, from, to: metadata.time });
    present.delete(data.userId);
  }
  return [...past, ...[...present].map(([concerns, from]) => ({ concerns, from, to: forever }))];
}

async function listSpan(
  { ports }: People,
  forTeam: string,
  { concerns, from, to }: Span,
  { limit, before }: PageRequest,
  next: ListQuery['after'],
) {
  const towardsNewer = before !== undefined;
  const [begin, end] = towardsNewer ? [{ value: from, id: '' }, to] : [{ value: to, id: afterEveryId }, from];
  const isBehind = next !== undefined && (towardsNewer ? next.value >= from : next.value <= to);
  const { documents, hasMore } = await ports.readStore.list(accessAuditProjection, {
    forTeam,
    equals: { concerns },
    orderBy: 'at',
    direction: towardsNewer ? 'asc' : 'desc',
    after: isBehind ? next : begin,
    until: end,
    limit,
  });
  return { documents: documents.map(({ document }) => document as AccessEventDocument), hasMore };
}

/** Where an event stands in the list. One that is not in it (any more) is placed by the time in its id. */
function placeOf(id: string, spans: readonly Span[], document: AccessEventDocument | undefined) {
  const isKnown = document !== undefined && spans.some((span) => isIn(span, document));
  return { value: isKnown ? document.at : timeOfId(id), id };
}

const afterEveryId = '~';

function isIn({ concerns, from, to }: Span, document: AccessEventDocument): boolean {
  return document.concerns === concerns && from <= document.at && document.at <= to;
}

function newestFirst(one: AccessEventDocument, other: AccessEventDocument): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
