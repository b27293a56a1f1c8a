import type { Standing } from '../../domain/import/consent-columns.js';
import type { ImportCreated, RowCounts } from '../../domain/import/events.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { normalAddress } from '../contact/contact-streams.js';
import { importerId } from '../contact/importer.js';
import type { ContactWrite, Occasion, SaidConsent, WriteContactPorts } from '../contact/contact-change.js';
import { putContact } from '../contact/write-contact.js';
import type { Provenance } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { writeSuppression } from '../suppression/write-suppression.js';
import { contactsInTurns, effortOfContact } from './contacts-in-turns.js';
import type { CsvRow } from './csv-rows.js';
import { mergeRows, type Numbered } from './merge-rows.js';
import { readContactRow, type ReadAddress, type RowRead } from './read-row.js';
import { nameOf, segmentsOfTags, type TagPorts } from './tag-segments.js';

export type ApplyPorts = WriteContactPorts & Pick<Ports, 'keys'> & { readonly readAddress: ReadAddress };
export type ApplyRowsPorts = ApplyPorts & TagPorts;

/** Rows that came to the same. */
type Outcome = 'created' | 'updated' | 'skipped';
const outcomes = { created: 'created', changed: 'updated', unchanged: 'skipped' } as const;

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
  const applied = await contactsInTurns(groups, effortOf, (group) => applyGroup(ports, chunk, group));
  for (const outcome of applied.flat()) counts[outcome] += 1;
  return { counts, failed };
}

async function applyGroup(
  ports: ApplyPorts,
  chunk: Chunk,
  group: readonly [Numbered, ...Numbered[]],
): Promise<readonly Outcome[]> {
  const { first, read, isNews } = mergeRows(group);
  const isOnlyNew = chunk.created.onConflict === 'skip';
  // The rows behind the first find a contact.
  const fields = isOnlyNew ? first.fields : read.fields;
  await suppressed(ports, chunk, read);
  const cause = ports.ids.derived(chunk.importId, first.row);
  const outcome = await put(ports, chunk, { ...read, fields }, { cause, isOnlyNew });
  if (!isOnlyNew) return [outcome, ...isNews.map((news) => (news && outcome !== 'skipped' ? 'updated' : 'skipped'))];
  const rest = isNews.map(() => 'skipped' as const);
  if (outcome === 'created' || !isNo(read.standing)) return [outcome, ...rest];
  // Who is there already stays as it is, and does not stay subscribed after it has left.
  const { email } = fields;
  const left = {
    ...read,
    fields: { email },
    topics: read.topics.filter(({ isSubscribed }) => !isSubscribed),
    tags: [],
  };
  return [await put(ports, chunk, left, { cause: ports.ids.derived(cause, -1), isOnlyNew: false }), ...rest];
}

const isNo = (standing: Standing | undefined): boolean =>
  standing !== undefined && standing !== 'subscribed' && standing !== 'unconfirmed';

async function put(
  ports: ApplyPorts,
  { importId, created, segments }: Chunk,
  { fields, standing, saidAt, ip, since, topics, tags }: RowRead,
  { cause, isOnlyNew }: { readonly cause: string; readonly isOnlyNew: boolean },
): Promise<Outcome> {
  const { teamId, segmentIds, fileAt } = created;
  const occasion: Occasion = {
    ...{ means: 'import', emailId: null, pageVersion: null, importId },
    ...(saidAt === undefined ? {} : { saidAt }),
    visitor: ip === undefined ? null : { ip, userAgent: null },
  };
  const tagged = tags.flatMap((tag) => segments.get(nameOf(tag)) ?? []);
  const isIn = standing === undefined || standing === 'subscribed';
  // A yes to topics for all is for those who are subscribed.
  const ofFile = created.topics.filter(({ isSubscribed }) => isIn || !isSubscribed);
  const write: ContactWrite & { readonly fields: RowRead['fields'] } = {
    fields,
    consents: [...consentsOf(standing), ...withRows(ofFile, topics)],
    joins: [...new Set([...segmentIds, ...tagged])],
    occasion,
    asOf: fileAt,
    since,
    isOnlyNew,
  };
  const written = await putContact(ports, teamId, write, provenanceOf(teamId, importId, cause));
  if ('refused' in written) throw new Error(`a row of ${streamName('import', importId)} could not be written`);
  return outcomes[written.outcome];
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

/** An address that bounced or complained gets no email at all. */
async function suppressed(
  ports: ApplyPorts,
  { importId, created }: Chunk,
  { fields, standing }: RowRead,
): Promise<void> {
  if (standing !== 'bounced' && standing !== 'complained') return;
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

function provenanceOf(teamId: string, importId: string, causeId: string): Provenance {
  return { context: contextOf(teamId, importId), region: null, cause: { id: causeId, position: null } };
}
