import type { Standing } from '../../domain/import/consent-columns.js';
import type { ImportCreated, RowCounts } from '../../domain/import/events.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { normalAddress } from '../shared/address-hash.js';
import { importerId } from '../../domain/shared/contact-origin.js';
import type { Occasion, SaidConsent, WriteContactPorts } from '../contact/contact-change.js';
import { type ContactToPut, putContacts } from '../contact/put-contacts.js';
import type { Provenance } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { writeSuppression } from '../suppression/write-suppression.js';
import { contactsInTurns, effortOfContact } from './contacts-in-turns.js';
import type { CsvRow } from './csv-rows.js';
import { type Merged, mergeRows, type Numbered } from './merge-rows.js';
import { readContactRow, type ReadAddress, type RowRead } from './read-row.js';
import { nameOf, segmentsOfTags, type TagPorts } from './tag-segments.js';

export type ApplyPorts = WriteContactPorts & Pick<Ports, 'keys'> & { readonly readAddress: ReadAddress };
export type ApplyRowsPorts = ApplyPorts & TagPorts;

/** Rows that came to the same. */
type Outcome = 'created' | 'updated' | 'skipped';
const outcomeOf = { created: 'created', changed: 'updated', unchanged: 'skipped' } as const;

export interface Applied {
  readonly counts: RowCounts;
  readonly failed: readonly FailedRow[];
}

export interface FailedRow extends CsvRow {
  readonly reason: string;
}

interface Chunk {
  readonly importId: string;
  readonly created: ImportCreated['data'];
  /** Ids by the names of tags. */
  readonly segments: ReadonlyMap<string, string>;
}

/**
 * The rows as contacts, those of one address as one. Their events have ids that follow from the import and the number
 * of the row, so that rows that a crash has left applied and uncounted come to the same a second time.
 */
export async function applyRows(
  ports: ApplyRowsPorts,
  importId: string,
  created: ImportCreated['data'],
  rows: readonly CsvRow[],
  firstRow: number,
): Promise<Applied> {
  const failed: FailedRow[] = [];
  const byAddress = new Map<string, [Numbered, ...Numbered[]]>();
  for (const [index, row] of rows.entries()) {
    const read = readContactRow(row, created, ports.readAddress);
    if ('reason' in read) {
      failed.push({ ...row, reason: read.reason });
      continue;
    }
    const address = normalAddress(read.fields.email);
    const group = byAddress.get(address);
    const numbered = { ...read, row: firstRow + index };
    if (group === undefined) byAddress.set(address, [numbered]);
    else group.push(numbered);
  }
  const counts = { created: 0, updated: 0, skipped: 0, failed: failed.length };
  const groups = [...byAddress.values()];
  const { teamId } = created;
  const chunk = { importId, created, segments: await segmentsOfTags(ports, { importId, teamId }, groups.flat()) };
  const ofFile = created.segmentIds.length + created.topics.length;
  const effortOf = (group: readonly Numbered[]) =>
    effortOfContact(group.reduce((sum, { tags, topics }) => sum + tags.length + topics.length, ofFile));
  const applied = await contactsInTurns(groups, effortOf, (some) => applyGroups(ports, chunk, some));
  for (const outcome of applied.flat()) counts[outcome] += 1;
  return { counts, failed };
}

/** For each, what its rows came to. */
async function applyGroups(
  ports: ApplyPorts,
  chunk: Chunk,
  groups: readonly (readonly [Numbered, ...Numbered[]])[],
): Promise<readonly (readonly Outcome[])[]> {
  const isOnlyNew = chunk.created.onConflict === 'skip';
  const merged = groups.map(mergeRows);
  const refused = merged.filter(({ read: { standing } }) => standing === 'bounced' || standing === 'complained');
  await Promise.all(refused.map(({ read }) => suppressed(ports, chunk, read)));
  const puts = merged.map(({ first, read }) => {
    const cause = ports.ids.derived(chunk.importId, first.row);
    // The rows behind the first find a contact.
    return toPut(chunk, { ...read, fields: isOnlyNew ? first.fields : read.fields }, { cause, isOnlyNew });
  });
  const outcomes = await put(ports, chunk, puts);
  if (isOnlyNew) await putLeft(ports, chunk, merged, puts, outcomes);
  return merged.map(({ isNews }, index) => {
    const outcome = outcomes[index] ?? 'skipped';
    return [outcome, ...isNews.map((news) => (!isOnlyNew && news && outcome !== 'skipped' ? 'updated' : 'skipped'))];
  });
}

/** Who is there already stays as it is, and does not stay subscribed after it has left. */
async function putLeft(
  ports: ApplyPorts,
  chunk: Chunk,
  merged: readonly Merged[],
  puts: readonly ContactToPut[],
  outcomes: Outcome[],
): Promise<void> {
  const left = merged.flatMap(({ first, read }, index) => {
    const cause = puts[index]?.cause.id;
    if (cause === undefined || outcomes[index] === 'created' || !isNo(read.standing)) return [];
    const topics = read.topics.filter(({ isSubscribed }) => !isSubscribed);
    const row = { ...read, fields: { email: first.fields.email }, topics, tags: [] };
    return [{ index, put: toPut(chunk, row, { cause: ports.ids.derived(cause, -1), isOnlyNew: false }) }];
  });
  const written = await put(
    ports,
    chunk,
    left.map((each) => each.put),
  );
  for (const [at, { index }] of left.entries()) outcomes[index] = written[at] ?? 'skipped';
}

const isNo = (standing: Standing | undefined): boolean =>
  standing !== undefined && standing !== 'subscribed' && standing !== 'unconfirmed';

async function put(ports: ApplyPorts, { importId, created }: Chunk, puts: readonly ContactToPut[]): Promise<Outcome[]> {
  if (puts.length === 0) return [];
  const { teamId } = created;
  const written = await putContacts(ports, teamId, puts, { context: contextOf(teamId, importId), region: null });
  return written.map((each) => {
    if ('refused' in each) throw new Error(`a row of ${streamName('import', importId)} could not be written`);
    return outcomeOf[each.outcome];
  });
}

function toPut(
  { importId, created, segments }: Chunk,
  { fields, standing, saidAt, ip, since, topics, tags }: RowRead,
  { cause, isOnlyNew }: { readonly cause: string; readonly isOnlyNew: boolean },
): ContactToPut {
  const { segmentIds, fileAt } = created;
  const occasion: Occasion = {
    ...{ means: 'import', emailId: null, pageVersion: null, importId },
    ...(saidAt === undefined ? {} : { saidAt }),
    visitor: ip === undefined ? null : { ip, userAgent: null },
  };
  const tagged = tags.flatMap((tag) => segments.get(nameOf(tag)) ?? []);
  const isIn = standing === undefined || standing === 'subscribed';
  // A yes to topics for all is for those who are subscribed.
  const ofFile = created.topics.filter(({ isSubscribed }) => isIn || !isSubscribed);
  const write = {
    fields,
    consents: [...consentsOf(standing), ...withRows(ofFile, topics)],
    joins: [...new Set([...segmentIds, ...tagged])],
    occasion,
    asOf: fileAt,
    since,
    isOnlyNew,
  };
  return { write, cause: { id: cause, position: null } };
}

/** What a row says of a topic goes before what is said for all rows, unless it would turn a no into a yes. */
function withRows(ofFile: readonly SaidConsent[], ofRow: readonly SaidConsent[]): readonly SaidConsent[] {
  const no = new Set(ofFile.flatMap(({ topicId, isSubscribed }) => (isSubscribed ? [] : [topicId])));
  const own = ofRow.filter(({ topicId }) => !no.has(topicId));
  const named = new Set(own.map(({ topicId }) => topicId));
  return [...ofFile.filter(({ topicId }) => !named.has(topicId)), ...own];
}

function consentsOf(standing: Standing | undefined): readonly SaidConsent[] {
  switch (standing) {
    case undefined:
      return [];
    case 'subscribed':
      return [{ topicId: null, isSubscribed: true }];
    case 'unconfirmed':
      return [{ topicId: null, isSubscribed: false, isPresumed: true }];
    default:
      return [{ topicId: null, isSubscribed: false }];
  }
}

/** An address that bounced or complained gets no email at all: it is on the list before its contact is written. */
async function suppressed(
  ports: ApplyPorts,
  { importId, created }: Chunk,
  { fields, standing }: RowRead,
): Promise<void> {
  const { teamId } = created;
  const origin = standing === 'bounced' ? 'bounce' : 'complaint';
  const command = { type: 'AddSuppression', scope: 'all', nowMs: ports.clock.now(), origin } as const;
  const provenance = { context: contextOf(teamId, importId), region: null };
  const { written } = await writeSuppression(ports, { teamId, address: fields.email }, command, provenance);
  if (written === undefined) throw new Error(`a suppression of ${streamName('import', importId)} could not be written`);
}

/** All that an import changes is known by its id. */
const contextOf = (teamId: string, importId: string): Provenance['context'] => ({
  ...{ teamId, actor: { kind: 'system', id: importerId }, correlationId: importId },
});
