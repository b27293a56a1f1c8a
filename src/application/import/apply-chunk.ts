import type { ImportCreated, RowCounts } from '../../domain/import/events.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { normalAddress, loadAddress } from '../contact/contact-streams.js';
import { importerId } from '../contact/importer.js';
import { loadContact, type Occasion, putContact, type WriteContactPorts } from '../contact/write-contact.js';
import type { Provenance } from '../shared/handle.js';
import { contactsInTurns } from './contacts-in-turns.js';
import type { CsvRow } from './csv-rows.js';
import { readContactRow, type ReadAddress, type RowRead } from './read-row.js';

export type ApplyPorts = WriteContactPorts & { readonly readAddress: ReadAddress };

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

interface Numbered extends RowRead {
  readonly row: number;
}

/**
 * Each row as a contact. Its events have ids that follow from the import and the number of the row, so that rows that a
 * crash has left applied and uncounted come to the same a second time. Rows of one address come one after the other.
 */
export async function applyRows(
  ports: ApplyPorts,
  importId: string,
  created: ImportCreated['data'],
  rows: readonly CsvRow[],
  firstRow: number,
): Promise<Applied> {
  const failed: FailedRow[] = [];
  const byAddress = new Map<string, Numbered[]>();
  for (const [index, row] of rows.entries()) {
    const read = readContactRow(row, created.columns, ports.readAddress);
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
  const applied = await contactsInTurns(groups, (group) => applyGroup(ports, importId, created, group));
  for (const outcome of applied.flat()) counts[outcome] += 1;
  return { counts, failed };
}

async function applyGroup(
  ports: ApplyPorts,
  importId: string,
  created: ImportCreated['data'],
  group: readonly Numbered[],
): Promise<readonly Outcome[]> {
  const [first, ...more] = group;
  if (first === undefined) return [];
  if (more.length === 0) return [await applyRow(ports, importId, created, first)];
  const done = await outcomesBefore(ports, importId, created.teamId, group);
  const applied: Outcome[] = [...done];
  for (const row of group.slice(done.length)) applied.push(await applyRow(ports, importId, created, row));
  return applied;
}

/** Rows of one address up to the last that has left events before a crash: they are not applied again. */
async function outcomesBefore(
  ports: ApplyPorts,
  importId: string,
  teamId: string,
  group: readonly Numbered[],
): Promise<readonly Outcome[]> {
  const [first] = group;
  if (first === undefined) return [];
  const { contactId } = (await loadAddress(ports, teamId, first.fields.email)).state;
  if (contactId === null) return [];
  const { events } = await loadContact(ports, contactId);
  const types = new Map(events.map(({ id, event }) => [id, event.type]));
  const found = group.map(({ row }) => types.get(ports.ids.derived(causeOfRow(ports, importId, row), 0)));
  const last = found.findLastIndex((type) => type !== undefined);
  return found
    .slice(0, last + 1)
    .map((type) => (type === undefined ? 'skipped' : type === 'ContactCreated' ? 'created' : 'updated'));
}

async function applyRow(
  ports: ApplyPorts,
  importId: string,
  { teamId, onConflict, segmentIds, topics, fileAt }: ImportCreated['data'],
  { row, fields, isSubscribed }: Numbered,
): Promise<Outcome> {
  const occasion: Occasion = { means: 'import', emailId: null, pageVersion: null, importId, visitor: null };
  const said = isSubscribed === undefined ? [] : [{ topicId: null, isSubscribed }];
  const written = await putContact(
    ports,
    teamId,
    {
      fields,
      consents: [...said, ...topics],
      joins: segmentIds,
      occasion,
      asOf: fileAt,
      isOnlyNew: onConflict === 'skip',
    },
    provenanceOf(teamId, importId, causeOfRow(ports, importId, row)),
  );
  if ('refused' in written) throw new Error(`row ${row} of ${streamName('import', importId)} could not be written`);
  return outcomes[written.outcome];
}

function causeOfRow({ ids }: Pick<ApplyPorts, 'ids'>, importId: string, row: number): string {
  return ids.derived(importId, row);
}

/** All that an import changes is known by its id. */
function provenanceOf(teamId: string, importId: string, causeId: string): Provenance {
  return {
    context: { teamId, actor: { kind: 'system', id: importerId }, correlationId: importId },
    region: null,
    cause: { id: causeId, position: null },
  };
}
