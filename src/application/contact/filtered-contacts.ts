import type { Named } from '../../domain/segment/fields.js';
import type { FilterRule, SegmentFilter } from '../../domain/segment/filter.js';
import { type Judge, judgeOf } from '../../domain/segment/judge.js';
import type { Filtered } from '../../domain/segment/subject.js';
import { type ContactDocument, contactsProjection } from '../../projections/contacts/contacts.projection.js';
import { contactToken } from '../../projections/contacts/contact-tokens.js';
import { namedBy } from '../segment/named.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import { charactersOf } from '../shared/characters-of.js';
import { nextTurn } from '../shared/delay.js';
import { charactersOfPage, listPage, smallPage } from '../shared/list-page.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { contactActivity } from './contact-activity.js';
import { shownProperties } from './shown-properties.js';

export type FilteredPorts = TeamReadPorts & Pick<Ports, 'clock'>;

export interface FilteredRequest {
  readonly teamId: string;
  readonly filter: SegmentFilter;
  /** The segment that has the filter. */
  readonly segmentId?: string;
  readonly page: Partial<PageRequest>;
}

/** So many contacts are read in one step: some milliseconds, and others have their turns in between. */
const contactsPerStep = 1_000;
/** Some 100 ms of looking; who wants more asks again, from where it ended. */
const contactsOfRequest = 20_000;
/** What an index of words finds is read one by one: each takes twice the time. */
const byIndex = { contactsPerStep, contactsOfRequest: 10_000 };
/** Each takes a look-up of its emails. */
const withActivity = { contactsPerStep: 100, contactsOfRequest: 2_000 };
/** Rules that are judged for one answer: a filter with many looks at fewer contacts. */
const rulesOfRequest = 1_000_000;
/** Others have their turn at least so often. */
const sliceMs = 10;
const everything = 10_000;

/** The contacts that a filter finds, newest first. What an index can find is looked up; the rest is looked at. */
export async function filteredContacts(
  ports: FilteredPorts,
  { page: { limit = everything, after, before }, ...whose }: FilteredRequest,
): Promise<Page<ContactDocument>> {
  const found: ContactDocument[] = [];
  let characters = 0;
  // One more than is answered says that there is more.
  let isMore = false;
  const seen = await walk(ports, { ...whose, after, before }, (contact) => {
    isMore = found.length >= limit || (found.length > smallPage && characters > charactersOfPage);
    if (isMore) return true;
    found.push(contact);
    characters += charactersOf(contact);
    return false;
  });
  return {
    documents: before === undefined ? found : found.reverse(),
    hasMore: isMore || seen.reached !== undefined,
    ...(seen.reached === undefined || isMore ? {} : { walkedTo: seen.reached }),
  };
}

interface Walk extends Omit<FilteredRequest, 'page'> {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

export interface Prepared extends Needed {
  readonly judge: Judge;
  readonly lookAt: (contact: ContactDocument) => Promise<Filtered>;
  readonly most: Looks;
}

/** What all contacts of one answer are judged by. */
export async function prepare(
  ports: FilteredPorts,
  { teamId, filter, segmentId }: Omit<FilteredRequest, 'page'>,
): Promise<Prepared> {
  await ports.ownWrites.settled(teamId, contactsProjection.name);
  const [named, shown] = await Promise.all([namedBy(ports, teamId), shownProperties(ports, teamId)]);
  const judge = judgeOf(filter, named, ports.clock.now(), segmentId);
  const { asked } = judge;
  const needed = neededBy(filter, named);
  return {
    ...needed,
    judge,
    lookAt: async (contact) =>
      asked.size === 0 ? shown(contact) : { ...shown(contact), activity: await contactActivity(ports, contact, asked) },
    most: mostLooked(judge, needed.tokens),
  };
}

/** Gives each contact that the filter finds to `take`, which says when it has enough. */
async function walk(ports: FilteredPorts, whose: Walk, take: (contact: ContactDocument) => boolean) {
  return walked(ports, whose, await prepare(ports, whose), take);
}

/** As {@link walk}, with what is prepared. `reached`: where it ended before it had looked at all. */
export async function walked(
  ports: FilteredPorts,
  { teamId, after, before }: Walk,
  { judge, lookAt, equals, tokens, most }: Prepared,
  take: (contact: ContactDocument) => boolean,
) {
  if (judge.findsNobody) return { looked: 0, reached: undefined };
  const definition = {
    shape: contactsProjection,
    teamId,
    equals: { teamId, ...equals },
    orderBy: 'id',
    prefixes: tokens,
  };
  let place = before === undefined ? { after } : { before };
  for (let looked = 0; ; ) {
    const given = Object.entries(place).filter(([, id]) => id !== undefined);
    const page = await listPage<ContactDocument>(ports.readStore, definition, {
      limit: most.contactsPerStep,
      ...Object.fromEntries(given),
    });
    if ('refused' in page) return { looked, reached: undefined };
    const contacts = before === undefined ? page.documents : page.documents.toReversed();
    looked += contacts.length;
    const seen = await Promise.all(contacts.map(lookAt));
    if ((await foundAmong(ports, judge, contacts, seen)).some(take)) return { looked, reached: undefined };
    const last = contacts.at(-1);
    const end = page.walkedTo ?? (last === undefined ? undefined : { id: last.id, time: last.createdAt });
    if (!page.hasMore || end === undefined) return { looked, reached: undefined };
    if (page.walkedTo !== undefined || looked >= most.contactsOfRequest) return { looked, reached: end };
    place = before === undefined ? { after: end.id } : { before: end.id };
  }
}

interface Looks {
  /** What is read at once. */
  readonly contactsPerStep: number;
  readonly contactsOfRequest: number;
}

function mostLooked({ asked, rules }: Judge, tokens: readonly string[]): Looks {
  const usual = tokens.length === 0 ? { contactsPerStep, contactsOfRequest } : byIndex;
  const most = asked.size === 0 ? usual : withActivity;
  return { ...most, contactsOfRequest: Math.min(most.contactsOfRequest, Math.floor(rulesOfRequest / rules)) };
}

/** In slices: however much there is to compare, other requests have their turn in between. */
export async function foundAmong(
  { clock }: Pick<Ports, 'clock'>,
  { finds }: Judge,
  contacts: readonly ContactDocument[],
  seen: readonly Filtered[],
): Promise<readonly ContactDocument[]> {
  const those: ContactDocument[] = [];
  let sinceMs = clock.monotonicMs();
  for (const [index, contact] of contacts.entries()) {
    const looked = seen[index];
    if (looked !== undefined && finds(looked)) those.push(contact);
    if (clock.monotonicMs() - sinceMs < sliceMs) continue;
    await nextTurn();
    sinceMs = clock.monotonicMs();
  }
  return those;
}

interface Needed {
  readonly equals: Readonly<Record<string, number>>;
  readonly tokens: readonly string[];
}

/** What an index knows of every contact that the filter can find. It may let more through: each is looked at. */
function neededBy(filter: SegmentFilter, named: Named): Needed {
  if (filter.type === 'and') {
    const all = filter.rules.map((each) => neededBy(each, named));
    return {
      equals: Object.assign({}, ...all.map(({ equals }) => equals)) as Needed['equals'],
      tokens: [...new Set(all.flatMap(({ tokens }) => tokens))],
    };
  }
  if (filter.type !== 'rule') return { equals: {}, tokens: [] };
  const joining = joiningToken(filter);
  if (joining !== undefined) return { equals: {}, tokens: [joining] };
  if (filter.operator !== 'eq') return { equals: {}, tokens: [] };
  const { field, value } = filter;
  if (field === 'unsubscribed' && typeof value === 'boolean') {
    return { equals: { isSubscribed: value ? 0 : 1 }, tokens: [] };
  }
  const [kind, id = ''] = field.split(/[:.](.*)/s);
  return { equals: {}, tokens: tokensFor(kind ?? '', id, value, named) };
}

/** Whatever is asked of the time at which somebody joined by a form or an import, there is one. */
function joiningToken(rule: FilterRule): string | undefined {
  const [kind = '', id = ''] = rule.field.split(/:(.*)/s);
  if (kind !== 'form' && kind !== 'import') return undefined;
  const isWithout = rule.operator === 'is_empty' || rule.operator === 'neq' || ('value' in rule && rule.value === null);
  return isWithout ? undefined : contactToken(kind, id);
}

function tokensFor(
  kind: string,
  id: string,
  value: string | number | boolean | null,
  { topicDefaults, segments }: Named,
): readonly string[] {
  if (kind === 'segment') return value === true && segments.get(id) === 'list' ? [contactToken('segment', id)] : [];
  if (kind === 'properties') {
    return typeof value === 'string' || typeof value === 'number' ? [contactToken('property', id, value)] : [];
  }
  if (kind !== 'topic') return [];
  const wanted = value === true ? 'opt_in' : value === false ? 'opt_out' : value;
  // What is the default is said by few: most have no token for it.
  const isSaid = (wanted === 'opt_in' || wanted === 'opt_out') && topicDefaults.get(id) !== wanted;
  return isSaid ? [contactToken(wanted, id)] : [];
}
