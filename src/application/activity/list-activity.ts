import type { ActivityKind } from '../../projections/activity/activity-kinds.js';
import { activityToken } from '../../projections/activity/activity-tokens.js';
import { activityShape, ofServer } from '../../projections/activity/activity.projection.js';
import { searchedWords } from '../../projections/emails/email-tokens.js';
import { query } from '../access/use-case.js';
import { type PersonContext, teamOf } from '../people/people-services.js';
import type { People } from '../people/people.js';
import { mostCounted } from '../shared/list-page.js';
import type { ListTotal, Page, PageRequest } from '../shared/page.js';
import { type ActivityView, viewsOf, type ViewServices } from './activity-view.js';
import { foundIn } from './activity-page.js';
import { forever, inGroups, type Span, spansOf } from './spans.js';

/** All of them hold together. */
export interface ActivityFilter {
  /** Beginnings of words: of names, ids, types of events. */
  readonly search?: string;
  /** Id of the person or API key, or `cli`. */
  readonly by?: string;
  readonly kind?: ActivityKind;
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

/** Newest first: what was changed in the team, and what happened to each person while the person was in it. */
export async function listActivity(services: ActivityServices, { by, page, filter }: ListActivity): Promise<Listed> {
  const teamId = teamOf(by);
  await settled(services.people, [teamId, by.userId]);
  return activityOf(services, { teamId, page, filter });
}

/** As {@link listActivity}, for one who is no person: the command line. */
export async function activityOf(
  services: ActivityServices,
  { teamId, page, filter }: { readonly teamId: string; readonly page: PageRequest; readonly filter: ActivityFilter },
): Promise<Listed> {
  const { people } = services;
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
  let count = 0;
  for (const group of inGroups(spans)) {
    const most = mostCounted + 1 - count;
    const counts = group.map(({ concerns, from, to }) =>
      ports.readStore.count(activityShape, { concerns }, { orderBy: 'at', atLeast: from, atMost: to, most }),
    );
    for (const each of await Promise.all(counts)) count += each;
    if (count > mostCounted) break;
  }
  return { count: Math.min(count, mostCounted), isExact: count <= mostCounted };
}

/** GET /dashboard-api/activity/last */
export interface GetLastChange {
  readonly teamId: string;
  /** Id of what was changed: what only names it is no change of it. */
  readonly of: string | undefined;
  /** The type of the event, where not every change counts. */
  readonly what?: string;
}

/** `change` null: no one of the team, and no command, has changed it. */
type GetLastChangeResult = { readonly change: ActivityView | null } | { readonly refused: 'nothing-named' };

/** Also for those who do not read the whole list: who changed what they look at. */
export const GetLastChange = query({
  name: 'GetLastChange',
  need: 'person',
  run: getLastChange,
});

async function getLastChange(
  services: ActivityServices,
  { teamId, of, what }: GetLastChange,
): Promise<GetLastChangeResult> {
  if (of === undefined) return { refused: 'nothing-named' };
  const { people } = services;
  await settled(people, [teamId]);
  const spans = [teamId, ofServer].map((concerns) => ({ concerns, from: '', to: forever }));
  const prefixes = [activityToken('of', of), ...prefixesOf(what === undefined ? {} : { what })];
  const { documents } = await foundIn(people, teamId, spans, { limit: 1 }, prefixes);
  const [view] = await viewsOf(services, documents.slice(0, 1));
  return { change: view ?? null };
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
