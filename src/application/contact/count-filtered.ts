import { type ContactDocument, contactsProjection } from '../../projections/contacts/contacts.projection.js';
import {
  type FilteredPorts,
  type FilteredRequest,
  foundAmong,
  type Prepared,
  prepare,
  walked,
} from './filtered-contacts.js';

const sampleSize = 5;
/** An estimate looks at contacts in so many places of the list. */
const sampledGroups = 40;
/** A part of what one answer may look at is enough for one or two percent, and is there while conditions are edited. */
const sampledShare = 0.4;

/** How many contacts a filter finds. */
export interface FilteredCount {
  readonly count: number;
  /** False where more were there than are looked at for one answer: `count` is estimated from `looked` of them. */
  readonly isExact: boolean;
  /** So much more or fewer may be there, in 19 of 20 cases; 0 where the count is exact. */
  readonly margin: number;
  readonly looked: number;
  /** Some of them, newest first. */
  readonly sample: readonly ContactDocument[];
}

/** Counts where one answer may look at all that could be in it; else an estimate from contacts of all ages. */
export async function countFiltered(
  ports: FilteredPorts,
  whose: Omit<FilteredRequest, 'page'>,
): Promise<FilteredCount> {
  const prepared = await prepare(ports, whose);
  const { equals, most } = prepared;
  const found: Found = { count: 0, sample: [] };
  if (prepared.judge.findsNobody) return { ...found, ...exact, looked: 0 };
  const total = await ports.readStore.count(contactsProjection, { teamId: whose.teamId, ...equals });
  if ((await leastLooked(ports, whose.teamId, prepared, total)) > most.contactsOfRequest) {
    return estimated(ports, whose.teamId, prepared, total);
  }
  const { looked, reached } = await walked(ports, whose, prepared, (contact) => note(found, contact));
  return reached === undefined ? { ...found, ...exact, looked } : estimated(ports, whose.teamId, prepared, total);
}

const exact = { isExact: true, margin: 0 } as const;

/** What is found by an index is counted there first: to walk through many and then estimate would take both times. */
async function leastLooked(
  { readStore }: FilteredPorts,
  teamId: string,
  { tokens, most }: Prepared,
  total: number,
): Promise<number> {
  const counted = tokens.map((token) =>
    readStore.count(contactsProjection, { teamId }, { orderBy: 'id', token, most: most.contactsOfRequest + 1 }),
  );
  return Math.min(total, ...(await Promise.all(counted)));
}

interface Found {
  count: number;
  readonly sample: ContactDocument[];
}

function note(found: Found, contact: ContactDocument): false {
  found.count += 1;
  if (found.sample.length < sampleSize) found.sample.push(contact);
  return false;
}

/** Looks at as many contacts as one answer may, in even distances from the newest to the oldest. */
async function estimated(
  ports: FilteredPorts,
  teamId: string,
  { judge, lookAt, equals, most: { contactsOfRequest } }: Prepared,
  total: number,
): Promise<FilteredCount> {
  const found: Found = { count: 0, sample: [] };
  const most = Math.max(1, Math.floor(contactsOfRequest * sampledShare));
  const groups = Math.min(sampledGroups, most);
  const perGroup = Math.floor(most / groups);
  const skip = Math.max(0, Math.floor(total / groups) - perGroup);
  let looked = 0;
  const shares: number[] = [];
  let after: { readonly value: string; readonly id: string } | undefined;
  for (let group = 0; group < groups; group += 1) {
    const { documents } = await ports.readStore.list(contactsProjection, {
      ...{ equals: { teamId, ...equals }, orderBy: 'id', direction: 'desc', limit: perGroup, skip, forTeam: teamId },
      ...(after === undefined ? {} : { after }),
    });
    const contacts = documents.map(({ document }) => document);
    const seen = await Promise.all(contacts.map(lookAt));
    const those = await foundAmong(ports, judge, contacts, seen);
    for (const contact of those) note(found, contact);
    looked += contacts.length;
    const last = contacts.at(-1);
    if (last === undefined) break;
    shares.push(those.length / contacts.length);
    after = { value: last.id, id: last.id };
  }
  if (looked >= total) return { ...found, ...exact, looked };
  const share = looked === 0 ? 0 : found.count / looked;
  const margin = Math.ceil(marginOf(share, looked, shares) * total);
  return { count: Math.round(share * total), isExact: false, margin, looked, sample: found.sample };
}

/**
 * Half of the interval of 95 percent. Of what was not found once there may be 3 in as many as were looked at. Contacts
 * that came together are alike, and a place of the list is then hardly more than one look: what differs between
 * neighboring places says how far that goes.
 */
function marginOf(share: number, looked: number, shares: readonly number[]): number {
  const least = 3 / Math.max(looked, 1);
  const ofEach = (share * (1 - share)) / Math.max(looked, 1);
  const differences = shares.slice(1).map((each, at) => (each - (shares[at] ?? each)) ** 2);
  const places = Math.max(differences.length, 1) * Math.max(shares.length, 1);
  const ofPlaces = differences.reduce((sum, each) => sum + each, 0) / (2 * places);
  return Math.max(least, 1.96 * Math.sqrt(Math.max(ofEach, ofPlaces)));
}
