import { withoutTrailing } from '../../domain/shared/without-trailing.js';
import type { PropertyValue } from '../../domain/contact/events.js';
import type { Standing } from '../../domain/import/consent-columns.js';
import type { ImportColumns, ImportCreated } from '../../domain/import/events.js';
import {
  byContactField,
  type ContactField,
  type ContactFieldRow,
  eachContactField,
  familyName,
  givenName,
} from '../../domain/shared/contact-fields.js';
import type { ContactFields, SaidConsent } from '../contact/contact-change.js';
import type { CsvRow } from './csv-rows.js';
import { judgeCell, type Said, standingBy } from './judge-consent.js';
import { numberOf } from './numbers.js';
import { cellText } from './words/blank.js';
import { fullNameParts } from './words/full-name.js';
import { isTime, timeOf } from './words/times.js';

/** The address as it is stored, or a sentence why the text is none. */
export type ReadAddress = (text: string) => { readonly address: string } | { readonly problem: string };

/** What of an import says how its rows are read. */
export type RowRules = Pick<ImportCreated['data'], 'columns' | 'standing' | 'width' | 'encoding'>;

/** What one row says of a person. An empty cell says nothing. */
export interface RowRead {
  readonly fields: ContactFields & { readonly email: string };
  /** Undefined when the row does not say. */
  readonly standing: Standing | undefined;
  /** ISO 8601: when the person said so. */
  readonly saidAt: string | undefined;
  /** ISO 8601: since when the person is known. */
  readonly since: string | undefined;
  /** From where it did. */
  readonly ip: string | undefined;
  readonly topics: readonly SaidConsent[];
  readonly tags: readonly string[];
}

type Cell = (place: number | null | undefined) => string | undefined;
type Refused = { readonly reason: string };

const maxPropertyCharacters = 2_000;
const maxTagsOfRow = 100;
const maxTagCharacters = 255;

/** The row as a contact, or why it is none. The preview and the import ask the same. */
export function readContactRow(row: CsvRow, rules: RowRules, readAddress: ReadAddress): RowRead | Refused {
  const { columns } = rules;
  const shape = shapeProblem(row, rules);
  if (shape !== undefined) return { reason: shape };
  const cell: Cell = (place) => (place === null || place === undefined ? undefined : cellText(row.cells[place]));
  const written = cell(columns.email);
  if (written === undefined) return { reason: 'no email address' };
  const read = addressIn(written, readAddress);
  if ('problem' in read) return { reason: `not an email address: ${read.problem}` };
  const said = saidIn(cell, rules);
  if ('reason' in said) return said;
  const texts = textsIn(cell, columns, read.name);
  const problem = eachContactField((key, row) => lengthProblem(texts[key], row)).find((each) => each !== undefined);
  if (problem !== undefined) return { reason: problem };
  const properties = propertiesIn(cell, columns.properties);
  if ('reason' in properties) return properties;
  const topics = topicsIn(cell, columns.topics ?? []);
  if ('reason' in topics) return topics;
  const hasProperties = columns.properties.length > 0;
  return {
    fields: { email: read.address, ...texts, ...(hasProperties ? { properties: properties.values } : {}) },
    ...evidenceIn(cell, columns, said.standing, said.saidAt),
    since: timeOf(cell(columns.since) ?? ''),
    topics: topics.said,
    tags: (columns.tags ?? []).flatMap((place) => tagsIn(cell(place))),
  };
}

function shapeProblem({ cells, isCutOff, dropped, isUndecodable }: CsvRow, rules: RowRules): string | undefined {
  const { width, columns, encoding } = rules;
  if (isCutOff) return 'a quote is opened and never closed';
  if (isUndecodable === true) return `a character is not ${encoding}: correct it, or choose the encoding of the file`;
  if (width === undefined) return undefined;
  if (dropped > 0 || cells.slice(width).some((cell) => cell.trim() !== '')) {
    return `the row has more cells than the header, which has ${width}: quote cells that hold a separator`;
  }
  const consents = columns.consents ?? [];
  return consents.some(({ column }) => column >= cells.length)
    ? 'the row ends before the column that says who agreed'
    : undefined;
}

/** `mailto:`, a spreadsheet's mark of text, a separator behind it and a name before it are no part of an address. */
function addressIn(written: string, readAddress: ReadAddress) {
  const link = written.replace(/^'(?=[^']*$)/, '').replace(/^mailto:/i, '');
  const text = withoutTrailing(link, ';,').trim();
  const named = /^([^<>@]*)<([^<>]+)>$/.exec(text);
  const read = readAddress((named?.[2] ?? text).trim());
  return { ...read, name: named?.[1]?.replaceAll('"', '').trim() ?? '' };
}

type Texts = Readonly<Record<ContactField, string | undefined>>;

function textsIn(cell: Cell, columns: ImportColumns, besideAddress: string): Texts {
  const texts = byContactField((key) => cell(columns[key]));
  const full = cell(columns.fullName) ?? (besideAddress === '' ? undefined : besideAddress);
  if (full === undefined || texts[givenName] !== undefined || texts[familyName] !== undefined) return texts;
  const [given, family] = fullNameParts(full);
  return { ...texts, [givenName]: given, [familyName]: family };
}

const lengthProblem = (text: string | undefined, { wireName, maxCharacters }: ContactFieldRow) =>
  text !== undefined && text.length > maxCharacters
    ? `${wireName} has more than ${maxCharacters} characters`
    : undefined;

function saidIn(
  cell: Cell,
  { columns, standing: ofFile }: RowRules,
): { readonly standing: Standing | undefined; readonly saidAt: string | undefined } | Refused {
  const said: Said[] = ofFile === undefined ? [] : [ofFile];
  let saidAt: string | undefined;
  // Files that were uploaded before columns could say it in other ways have this one.
  const older = columns.unsubscribed === null ? [] : [{ column: columns.unsubscribed, sense: 'unsubscribed' as const }];
  for (const { column, sense, isNeeded = false } of [...older, ...(columns.consents ?? [])] as NonNullable<
    ImportColumns['consents']
  >) {
    const text = cell(column);
    const found = judgeCell(sense, isNeeded, text);
    if (found === undefined)
      return { reason: `\`${shortened(text ?? '')}\` does not say who agreed: ${expected[sense]}` };
    said.push(found);
    saidAt ??= text === undefined ? undefined : timeOf(text);
  }
  return { standing: standingBy(said), saidAt };
}

const expected = {
  status: 'use a status such as subscribed, unsubscribed, bounced or unconfirmed',
  unsubscribed: 'unsubscribed is neither true nor false',
  bounced: 'bounced is neither true nor false',
  complained: 'complained is neither true nor false',
  subscribed: 'subscribed is neither true nor false',
  opt_in: 'the opt-in is neither true nor false',
  confirmed: 'confirmed is neither true nor false',
} as const;
const shownCharacters = 40;
const shortened = (text: string): string =>
  text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;

function propertiesIn(
  cell: Cell,
  columns: ImportColumns['properties'],
): { readonly values: Readonly<Record<string, PropertyValue>> } | Refused {
  const values: Record<string, PropertyValue> = {};
  for (const { key, column, type, decimal = '.' } of columns) {
    const text = cell(column);
    if (text === undefined) continue;
    if (text.length > maxPropertyCharacters)
      return { reason: `${key} has more than ${maxPropertyCharacters} characters` };
    const value = type === 'number' ? numberOf(text, decimal) : text;
    if (value === undefined) return { reason: `${key} is not a number` };
    values[key] = value;
  }
  return { values };
}

function topicsIn(
  cell: Cell,
  columns: NonNullable<ImportColumns['topics']>,
): { readonly said: readonly SaidConsent[] } | Refused {
  const said: SaidConsent[] = [];
  for (const { topicId, column } of columns) {
    const text = cell(column);
    if (text === undefined) continue;
    const found = judgeCell('opt_in', false, text);
    if (found === undefined) return { reason: `\`${shortened(text)}\` is neither opt_in nor opt_out` };
    said.push({ topicId, isSubscribed: found === 'subscribed' });
  }
  return { said };
}

function evidenceIn(
  cell: Cell,
  columns: ImportColumns,
  standing: Standing | undefined,
  besides: string | undefined,
): Pick<RowRead, 'standing' | 'saidAt' | 'ip'> {
  const first = (places: readonly number[] = []) => places.map(cell).find((text) => text !== undefined);
  if (standing !== undefined && standing !== 'subscribed') {
    const left = cell(columns.leftAt);
    return { standing, saidAt: (left === undefined ? undefined : timeOf(left)) ?? besides, ip: undefined };
  }
  const time = first(columns.optInAt);
  const ip = first(columns.optInIp);
  return {
    // Proof of a yes is one, where nothing else is said.
    standing: time !== undefined && isTime(time) ? 'subscribed' : standing,
    saidAt: (time === undefined ? undefined : timeOf(time)) ?? besides,
    ip: ip !== undefined && /^[0-9a-f.:]{3,45}$/i.test(ip) ? ip : undefined,
  };
}

/** Also `"VIP","Blog readers"`, as one cell holds them in some exports. */
function tagsIn(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const quoted = [...text.matchAll(/"((?:[^"]|"")*)"/g)].map(([, tag = '']) => tag.replaceAll('""', '"'));
  const separate = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/[,;|]/);
  const tags = [...quoted, ...separate].map((tag) => tag.trim());
  return [...new Set(tags)].filter((tag) => tag !== '' && tag.length <= maxTagCharacters).slice(0, maxTagsOfRow);
}
