import papaparse from 'papaparse';
import { Declined } from '../shared/outcome.js';
import { exportFormats, isKind, type Kind, kindOfFileName, kindOfWord, type Row } from './export-formats.js';
import { parsedJson } from '../../../domain/shared/json.js';

/** An address, and what was seen of it. */
export interface ExportEntry {
  readonly address: string;
  readonly kind: Kind;
}

/** An entry that is not imported, with its number in the file, from 1. */
interface Unread {
  readonly entry: number;
  readonly why: string;
}

export interface ReadExport {
  readonly service: string;
  readonly entries: readonly ExportEntry[];
  readonly unread: readonly Unread[];
  /** The service has more pages than this file. */
  readonly isCutOff: boolean;
}

interface Told {
  /** For entries whose export does not say what was seen. */
  readonly as?: Kind | undefined;
  readonly nowMs: number;
}

/** What outweighs what where one address stands in several entries. */
const strongest: readonly Kind[] = ['complaint', 'bounce', 'manual', 'unsubscribe', 'block'];

/** Reads the suppression list of another service: JSON, JSON lines or CSV, by its members. Throws Declined. */
export function readExport(fileName: string, text: string, told: Told): ReadExport {
  const { rows, isCutOff } = rowsOf(text.replace(/^\ufeff/, ''));
  const [first] = rows;
  if (first === undefined) return { service: 'nothing', entries: [], unread: [], isCutOff };
  const format = exportFormats.find(({ has }) => has.every((column) => first[column] !== undefined));
  if (format === undefined) {
    throw new Declined(
      `${fileName} has no column of addresses: name it email. It has ${Object.keys(first).slice(0, 10).join(', ')}.`,
    );
  }
  const unread: Unread[] = [];
  const kinds = new Map<string, ExportEntry>();
  for (const [index, row] of rows.entries()) {
    const address = (row[format.address] ?? '').trim().replace(/^'(?=[=+\-@])/, '');
    const kind = told.as ?? format.kindOf(row) ?? kindOfFileName(fileName);
    if (kind === undefined) throw new Declined(unsaid(fileName, format.service));
    const why = problemOf(address, kind, row, told.nowMs);
    if (why !== undefined) unread.push({ entry: index + 1, why });
    else if (isKind(kind)) keepStrongest(kinds, { address, kind });
  }
  return { service: format.service, entries: [...kinds.values()], unread, isCutOff };
}

function keepStrongest(kinds: Map<string, ExportEntry>, entry: ExportEntry): void {
  const name = entry.address.toLowerCase();
  const known = kinds.get(name);
  if (known === undefined || strongest.indexOf(entry.kind) < strongest.indexOf(known.kind)) kinds.set(name, entry);
}

function problemOf(address: string, kind: string, row: Row, nowMs: number): string | undefined {
  if (address === '') return 'has no address';
  if (!isKind(kind)) return `has an unknown reason: ${kind === '' ? 'none' : kind}`;
  if (kind === 'block') return 'was blocked for a reason that is not the address';
  const end = Date.parse((row['expiresat'] ?? '').replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'));
  return end < nowMs ? 'has expired' : undefined;
}

function unsaid(fileName: string, service: string): string {
  return `${fileName} (${service}) does not say why its addresses are suppressed. Add --as bounce, complaint, unsubscribe or manual.`;
}

interface Rows {
  readonly rows: readonly Row[];
  readonly isCutOff: boolean;
}

function rowsOf(text: string): Rows {
  if (!/^\s*[[{]/.test(text)) return { rows: csvRows(text), isCutOff: false };
  const whole = parsedJson(text);
  if (whole !== undefined) return jsonRows(whole);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const read = lines.map(parsedJson);
  if (read.includes(undefined)) throw new Declined('The file is neither JSON, nor JSON lines, nor CSV.');
  return { rows: read.map(rowOf), isCutOff: false };
}

/** A list, or an object whose one list has the entries: `Suppressions`, `items`, `data`, … */
function jsonRows(value: unknown): Rows {
  if (Array.isArray(value)) return { rows: value.map(rowOf), isCutOff: false };
  const members = Object.entries(value as object);
  const list = members.map(([, member]) => member as unknown).find(Array.isArray);
  if (list === undefined) throw new Declined('The file has no list of entries.');
  const isCutOff = members.some(([name, member]) => /^(NextToken|has_more)$/.test(name) && Boolean(member));
  return { rows: list.map(rowOf), isCutOff };
}

/** An address alone, as of SendGrid's groups, or the members of an object, nested ones by both names. */
function rowOf(value: unknown): Row {
  if (typeof value === 'string') return { email: value };
  const row: Record<string, string> = {};
  for (const [name, member] of Object.entries(value ?? {})) {
    const nested = typeof member === 'object' && member !== null && !Array.isArray(member);
    for (const [inner, cell] of nested ? Object.entries(member as object) : [['', member] as const]) {
      row[plainName(`${name}${inner}`)] = String(cell ?? '');
    }
  }
  return row;
}

/** With a header, or without one: an address, and behind it perhaps what was seen of it (bulk lists of Amazon SES). */
function csvRows(text: string): readonly Row[] {
  const [first = [], ...others] = papaparse.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data;
  if (!first.some((cell) => cell.includes('@'))) {
    const names = first.map(plainName);
    return others.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])));
  }
  return [first, ...others].map(([email = '', reason]) =>
    reason !== undefined && isKind(kindOfWord(reason)) ? { email, reason } : { email },
  );
}

const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.-]/g, '');
