import type { Encoding, Separator } from '../../domain/import/events.js';
import { query } from '../access/use-case.js';
import type { AudiencePorts } from '../contact/audience.js';
import { loadAddress } from '../contact/contact-streams.js';
import { loadContact } from '../contact/write-contact.js';
import { teamProperties } from '../contact-property/contact-properties.js';
import type { ApplyPorts } from './apply-chunk.js';
import { type ColumnMap, type ColumnRefusal, findColumns, type KnownProperty, usualMap } from './columns.js';
import { FileHead } from './file-head.js';
import { readContactRow } from './read-row.js';
import { passing, type UploadedForm } from './upload-import.js';

/** POST /contacts/imports/preview. Nothing is kept. */
export interface PreviewImport {
  readonly teamId: string;
  readonly form: UploadedForm;
}

export interface PreviewedRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** What would become of it. */
  readonly action: 'create' | 'update' | 'skip' | 'fail';
  readonly reason: string | null;
}

export interface ImportPreview {
  readonly header: readonly string[];
  readonly separator: Separator;
  readonly encoding: Encoding;
  /** The map that was sent, or else the one that the names in the header suggest. */
  readonly columnMap: ColumnMap;
  /** Properties that the team does not have yet. */
  readonly newProperties: readonly KnownProperty[];
  readonly rows: readonly PreviewedRow[];
}

export type PreviewImportPorts = ApplyPorts & AudiencePorts;
const previewedRows = 20;

export const PreviewImport = query({ name: 'PreviewImport', need: 'member', run: previewImport });

export async function previewImport(
  ports: PreviewImportPorts,
  { teamId, form }: PreviewImport,
): Promise<ImportPreview | { readonly refused: 'no-header' } | ColumnRefusal> {
  const head = new FileHead();
  const { settings } = await form.read(async (content) => {
    for await (const _ of passing(content, head));
  });
  const layout = head.layout();
  if (layout === undefined) return { refused: 'no-header' };
  const { header, separator, encoding } = layout;
  const properties = await teamProperties(ports, teamId);
  const columnMap = settings.columnMap ?? suggestedMap(header, properties);
  const shown = { header, separator, encoding, columnMap };
  const rows = head.rows(layout, previewedRows);
  const found = findColumns(header, columnMap, properties);
  if ('refused' in found) {
    if (settings.columnMap !== undefined || found.refused !== 'missing-email-column') return found;
    const reason = 'no column is chosen for the email address';
    const failing = rows.map(({ line, cells }) => ({ line, cells, action: 'fail' as const, reason }));
    return { ...shown, newProperties: [], rows: failing };
  }
  const previewed: PreviewedRow[] = [];
  for (const row of rows) {
    const { line, cells } = row;
    const read = readContactRow(row, found.columns, ports.readAddress);
    if ('reason' in read) previewed.push({ line, cells, action: 'fail', reason: read.reason });
    else {
      const isThere = await isContact(ports, teamId, read.fields.email);
      const action = !isThere ? 'create' : settings.onConflict === 'skip' ? 'skip' : 'update';
      previewed.push({ line, cells, action, reason: null });
    }
  }
  return { ...shown, newProperties: found.newProperties, rows: previewed };
}

async function isContact(ports: PreviewImportPorts, teamId: string, address: string): Promise<boolean> {
  const { contactId } = (await loadAddress(ports, teamId, address)).state;
  if (contactId === null) return false;
  const { state } = await loadContact(ports, contactId);
  return state !== null && state !== 'deleted';
}

/** What other programs call these columns, without spaces and marks. */
const otherNames = {
  email: ['email', 'emailaddress', 'mail', 'emailadresse', 'adresseemail', 'correoelectronico', 'subscriberemail'],
  firstName: ['firstname', 'givenname', 'forename', 'vorname', 'prenom', 'nombre', 'fname'],
  lastName: ['lastname', 'surname', 'familyname', 'nachname', 'apellido', 'lname'],
  unsubscribed: ['unsubscribed', 'optedout', 'optout'],
};

function suggestedMap(header: readonly string[], properties: readonly KnownProperty[]): ColumnMap {
  const usual = usualMap(header, properties);
  const found = Object.entries(otherNames).flatMap(([field, names]) => {
    const column = header.find((name) => names.includes(name.toLowerCase().replaceAll(/[^a-z]/g, '')));
    return column === undefined ? [] : [[field, column] as const];
  });
  return { ...Object.fromEntries(found), ...usual };
}
