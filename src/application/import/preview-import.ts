import type { Standing } from '../../domain/import/consent-columns.js';
import type { Encoding } from '../../domain/import/encodings.js';
import type { Separator } from '../../domain/import/events.js';
import { query } from '../access/use-case.js';
import type { AudiencePorts } from '../contact/audience.js';
import { findContact } from '../contact/find-contact.js';
import type { ApplyPorts } from './apply-chunk.js';
import type { ColumnMap, ColumnRefusal, KnownProperty } from './columns.js';
import { FileHead, type LayoutProblem } from './file-head.js';
import { type FilePlan, planImport } from './plan-import.js';
import { readContactRow } from './read-row.js';
import { passing, type UploadedForm } from './upload-import.js';

/** POST /contacts/imports/preview. Nothing is kept. */
export interface PreviewImport {
  readonly teamId: string;
  readonly form: UploadedForm;
}

interface PreviewedRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** What would become of it. */
  readonly action: 'create' | 'update' | 'skip' | 'fail';
  readonly reason: string | null;
  /** Where the person stands by the file; null where it does not say. */
  readonly standing: Standing | null;
}

export interface ImportPreview {
  readonly header: readonly string[];
  readonly separator: Separator;
  readonly encoding: Encoding;
  readonly isEncodingSeen: boolean;
  /** The service that the file is of. */
  readonly service: FilePlan['service'];
  /** The map that was sent, or else the one that the header suggests. */
  readonly columnMap: ColumnMap;
  readonly standing: Standing | undefined;
  /** What has to be answered before the import can start. */
  readonly question: FilePlan['question'];
  /** Properties that the team does not have yet. */
  readonly newProperties: readonly KnownProperty[];
  readonly rows: readonly PreviewedRow[];
}

type PreviewImportPorts = ApplyPorts & AudiencePorts;
const previewedRows = 20;

export const PreviewImport = query({ name: 'PreviewImport', need: 'member', run: previewImport });

async function previewImport(
  ports: PreviewImportPorts,
  { teamId, form }: PreviewImport,
): Promise<ImportPreview | LayoutProblem | ColumnRefusal> {
  const head = new FileHead();
  const { settings, fileName } = await form.read(async (content) => {
    for await (const _ of passing(content, head));
  });
  const plan = await planImport(ports, teamId, head, { settings, fileName });
  if ('refused' in plan) return plan;
  const { layout, samples, found, isEncodingSeen, columnMap, service, standing, question } = plan;
  const { header, separator, encoding, width } = layout;
  const shown = { header, separator, encoding, isEncodingSeen, service, columnMap, standing, question };
  const rows = samples.slice(0, previewedRows);
  if ('refused' in found) {
    if (settings.columnMap !== undefined || found.refused !== 'missing-email-column') return found;
    const reason = 'no column is chosen for the email address';
    const failing = rows.map(({ line, cells }) => failed(line, cells, reason));
    return { ...shown, newProperties: [], rows: failing };
  }
  const rules = { columns: found.columns, encoding, width, standing };
  const previewed: PreviewedRow[] = [];
  for (const row of rows) {
    const { line, cells } = row;
    const read = readContactRow(row, rules, ports.readAddress);
    if ('reason' in read) previewed.push(failed(line, cells, read.reason));
    else {
      const isThere = (await findContact(ports, teamId, { address: read.fields.email })) !== undefined;
      const action = !isThere ? 'create' : settings.onConflict === 'skip' ? 'skip' : 'update';
      previewed.push({ line, cells, action, reason: null, standing: read.standing ?? null });
    }
  }
  return { ...shown, newProperties: found.newProperties, rows: previewed };
}

const failed = (line: number, cells: readonly string[], reason: string): PreviewedRow => ({
  ...{ line, cells, action: 'fail', reason, standing: null },
});
