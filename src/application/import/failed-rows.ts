import type { ImportState } from '../../domain/import/import.js';
import { reveal } from '../../domain/shared/personal.js';
import { command, query } from '../access/use-case.js';
import type { CsvWriter } from '../ports/csv.js';
import type { RequestContext } from '../shared/context.js';
import { openMessage } from '../shared/sealed-message.js';
import { readRows } from './csv-rows.js';
import { type FilePorts, headerOf, keyOfImport } from './import-file.js';
import { type GetImport, loadImport } from './imports.js';
import { createImport, type CreateImportPorts, type CreateImportResult } from './upload-import.js';

type FailedRowsPorts = FilePorts & { readonly csv: CsvWriter };

/** GET /contacts/imports/{id}/failed-rows. */
export const GetFailedRows = query({ name: 'GetFailedRows', need: 'read-only', run: getFailedRows });
/** GET /dashboard-api/contacts/imports/{id}/corrections: the first of them. */
export const ListFailedRows = query({ name: 'ListFailedRows', need: 'read-only', run: listFailedRows });
/** POST /dashboard-api/contacts/imports/{id}/corrections. */
export const CorrectRows = command({ name: 'CorrectRows', need: 'member', run: correctRows });

/** Behind the name of the file, once, however often it is corrected. */
const suffix = ' (corrected)';
/** Rows that are read, and corrected, at a time. */
export const mostCorrected = 50;

/** The rows that were not applied, as CSV: the columns of the file, the line and why. Undefined when it is gone. */
async function getFailedRows(ports: FailedRowsPorts, whose: GetImport): Promise<AsyncIterable<Buffer> | undefined> {
  const found = await openImport(ports, whose);
  return found && failedRows(ports, found);
}

interface OpenedImport {
  readonly state: ImportState;
  readonly key: Buffer;
}

/** @returns undefined where the team has no such import, or its file is gone. */
async function openImport(
  ports: FilePorts,
  { teamId, importId }: GetImport,
  personal = false,
): Promise<OpenedImport | undefined> {
  const { state, stream } = await loadImport(ports, importId, personal);
  if (state === null || state.created.teamId !== teamId || state.isDestroyed) return undefined;
  const key = await keyOfImport(ports, stream, state.created.fileKid);
  return key && { state, key };
}

async function* failedRows(
  ports: FailedRowsPorts,
  { state: { created, failedRows: files }, key }: OpenedImport,
): AsyncGenerator<Buffer> {
  const header = await headerOf(ports, created, key);
  yield Buffer.from(ports.csv.lines([[...header, 'line', 'reason']]));
  for (const { blobId, plainBytes } of files) {
    yield* openMessage(ports, { blobId, kid: created.fileKid, plainBytes }, key);
  }
}

interface FailedRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly reason: string;
}

interface FailedRows {
  readonly header: readonly string[];
  readonly rows: readonly FailedRow[];
  readonly hasMore: boolean;
}

async function listFailedRows(ports: FilePorts, whose: GetImport): Promise<FailedRows | undefined> {
  const found = await openImport(ports, whose);
  if (found === undefined) return undefined;
  const { state, key } = found;
  const { created, failedRows: files } = state;
  const corrected = new Set(Object.values(state.corrected).flat());
  const rows: FailedRow[] = [];
  for (const { blobId, plainBytes } of files) {
    if (rows.length > mostCorrected) break;
    const parts: Buffer[] = [];
    for await (const part of openMessage(ports, { blobId, kid: created.fileKid, plainBytes }, key)) parts.push(part);
    const text = Buffer.concat(parts).toString('utf8');
    const maxRows = mostCorrected + 1 - rows.length + corrected.size;
    const read = readRows(text, { ...{ separator: ',', line: 1, isLast: true }, maxRows });
    const failed = read.rows.map(({ cells }) => failedRowOf(cells.map(withoutGuard)));
    rows.push(...failed.filter(({ line }) => !corrected.has(line)));
  }
  return {
    header: await headerOf(ports, created, key),
    rows: rows.slice(0, mostCorrected),
    hasMore: rows.length > mostCorrected,
  };
}

function failedRowOf(cells: readonly string[]): FailedRow {
  const [line = '', reason = ''] = cells.slice(-2);
  return { line: Number(line), cells: cells.slice(0, -2), reason };
}

/** An apostrophe stands before what a spreadsheet would take for a formula. */
const withoutGuard = (cell: string): string => cell.replace(/^'(?=[^\p{L}\p{N}'])/u, '');

/** Rows of the import as they are to be, each with a cell for each column of its file. */
interface CorrectRows {
  readonly context: RequestContext;
  readonly importId: string;
  readonly rows: readonly (readonly string[])[];
  /** Where each of them stands in the file; empty where it is not said, and nothing is counted as corrected. */
  readonly lines: readonly number[];
}

/**
 * Rows that were corrected are an import of their own: read, placed and bound to the time of the file as the first was,
 * with its own counts, and undone alone.
 * @returns undefined where the team has no such import, or its file is gone.
 */
async function correctRows(
  ports: CreateImportPorts,
  { context, importId, rows, lines }: CorrectRows,
): Promise<CreateImportResult | undefined> {
  const found = await openImport(ports, { teamId: context.teamId, importId }, true);
  if (found === undefined) return undefined;
  const { created } = found.state;
  const header = await headerOf(ports, created, found.key);
  const head = linesOf([header]);
  const { fileName, columns, standing, onConflict, segmentIds, topics, fileAt, width } = created;
  const name = fileName === null ? undefined : reveal(fileName);
  const settings = {
    ...{ columnMap: undefined, encoding: undefined, ignoredColumns: [] },
    ...{ standing, onConflict, segmentIds, topics, fileAt },
  };
  const form = {
    async read(take: (content: AsyncIterable<Buffer>) => Promise<void>) {
      await take(inOne(head, linesOf(rows)));
      return { fileName: name === undefined ? null : `${name.replace(suffix, '')}${suffix}`, settings };
    },
  };
  const layout = {
    ...({ encoding: 'utf-8', separator: ',', header, width: width ?? header.length } as const),
    rowsAt: { byte: Buffer.byteLength(head), line: 1 + linesIn(head) },
  };
  const plan = { layout, columns, standing, newProperties: [] };
  return createImport(ports, { context, form }, plan, { importId, rows: placesOf(rows, lines, layout.rowsAt.line) });
}

const linesOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`).join('');

/** The line of the first file that each row is from, and the one at which it begins in the new one. */
function placesOf(rows: CorrectRows['rows'], lines: readonly number[], firstLine: number) {
  let at = firstLine;
  return rows.flatMap((cells, place) => {
    const line = lines[place];
    const placed = line === undefined ? [] : [{ line, at }];
    at += linesIn(linesOf([cells]));
    return placed;
  });
}

/** Ends of lines of any kind, as the rows are read. */
const linesIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

async function* inOne(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}
