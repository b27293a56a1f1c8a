import { isIP } from 'node:net';
import type { DomainReport } from '../../../domain/domain-report/domain-report.js';
import type { DmarcRow } from '../../../domain/domain-report/events.js';
import { reportedDomain, shortText } from './short-text.js';
import { XmlRefused, xmlTokens } from './xml.js';

type DmarcSaid = Extract<DomainReport, { readonly kind: 'dmarc' }>['said'];
/** Elements by their path below the one that was collected, in order; an outer one stands behind its members. */
type Values = [path: string, value: string][];

/** Rows are stored whole, in one event. */
const mostRows = 1_000;
/** Beyond these, members of one record or of the head are passed over. */
const mostValues = 500;
const mostValueCharacters = 1_024;
const mostMessages = 1e12;

/**
 * RFC 7489, appendix C, and what came after it: elements are read by their names, and what is not known is passed over.
 * @returns undefined where it is no such report. Throws `XmlRefused`.
 */
export function readDmarcReport(xml: string): DmarcSaid | undefined {
  const head: Values = [];
  const rows = new Map<string, DmarcRow>();
  collect(xml, head, (values) => addRow(rows, rowOf(values, domainIn(head, 'policy_published/domain'))));
  const policyDomain = domainIn(head, 'policy_published/domain');
  const reportId = shortText(valueIn(head, 'report_metadata/report_id'));
  const organization = shortText(
    valueIn(head, 'report_metadata/org_name') || (valueIn(head, 'report_metadata/email').split('@').at(-1) ?? ''),
  );
  const begin = timeIn(head, 'report_metadata/date_range/begin');
  const end = timeIn(head, 'report_metadata/date_range/end');
  if (policyDomain === undefined || reportId === '' || organization === '' || !begin || !end) return undefined;
  const policy = dispositionOf(valueIn(head, 'policy_published/p')) ?? null;
  return { reportId, organization, begin, end, policyDomain, policy, rows: withinLimit([...rows.values()]) };
}

function collect(xml: string, head: Values, onRecord: (values: Values) => void): void {
  const path: string[] = [];
  const texts: string[] = [];
  let record: Values | undefined;
  for (const token of xmlTokens(xml)) {
    if (token.kind === 'open') {
      path.push(token.name);
      texts.push('');
      if (path.length === 1 && token.name !== 'feedback') throw new XmlRefused('the root of another document');
      if (path.length === 2 && token.name === 'record') record = [];
    } else if (token.kind === 'text') {
      const text = `${texts.pop() ?? ''}${token.text}`;
      texts.push(text.slice(0, mostValueCharacters));
    } else {
      const values = record ?? head;
      const depth = record === undefined ? 1 : 2;
      const value = (texts.pop() ?? '').trim();
      if (path.length > depth && values.length < mostValues) values.push([path.slice(depth).join('/'), value]);
      else if (path.length === depth && record !== undefined) {
        onRecord(record);
        record = undefined;
      }
      path.pop();
    }
  }
}

const valueIn = (values: Values, wanted: string): string => values.find(([path]) => path === wanted)?.[1] ?? '';

function domainIn(values: Values, wanted: string): string | undefined {
  return reportedDomain(valueIn(values, wanted)) ?? undefined;
}

/** Seconds since 1970, of which some write milliseconds; ISO 8601. */
function timeIn(values: Values, wanted: string): string | undefined {
  const written = Number(valueIn(values, wanted) || Number.NaN);
  const ms = written > 1e11 ? written : written * 1000;
  return ms > 0 && ms < 1e13 ? new Date(Math.round(ms)).toISOString() : undefined;
}

/** What passed is `pass` in the newest form, where nothing was done to it. */
function dispositionOf(written: string): DmarcRow['disposition'] | undefined {
  const known = written.toLowerCase();
  if (known === 'quarantine' || known === 'reject') return known;
  return known === 'none' || known === 'pass' ? 'none' : undefined;
}

function rowOf(values: Values, policyDomain: string | undefined): DmarcRow | undefined {
  const source = valueIn(values, 'row/source_ip').toLowerCase();
  const messages = Number(valueIn(values, 'row/count') || Number.NaN);
  const headerFrom =
    domainIn(values, 'identifiers/header_from') ?? domainIn(values, 'identities/header_from') ?? policyDomain;
  if (isIP(source) === 0 || !Number.isInteger(messages) || messages < 1 || messages > mostMessages) return undefined;
  if (headerFrom === undefined) return undefined;
  const passes = (mechanism: string) => valueIn(values, `row/policy_evaluated/${mechanism}`).toLowerCase() === 'pass';
  return {
    source,
    messages,
    disposition: dispositionOf(valueIn(values, 'row/policy_evaluated/disposition')) ?? 'none',
    dkim: passes('dkim'),
    spf: passes('spf'),
    headerFrom,
    dkimDomains: passedDomains(values, 'auth_results/dkim').slice(0, 4),
    spfDomain: passedDomains(values, 'auth_results/spf')[0] ?? null,
  };
}

/** A group has its members before it, whatever their order. */
function passedDomains(values: Values, group: string): readonly string[] {
  const passed = new Set<string>();
  let members: Values = [];
  for (const [path, value] of values) {
    if (path.startsWith(`${group}/`)) members.push([path, value]);
    if (path !== group) continue;
    const domain = domainIn(members, `${group}/domain`);
    if (domain !== undefined && valueIn(members, `${group}/result`).toLowerCase() === 'pass') passed.add(domain);
    members = [];
  }
  return [...passed];
}

function addRow(rows: Map<string, DmarcRow>, row: DmarcRow | undefined): void {
  if (row === undefined) return;
  const { messages, ...rest } = row;
  const key = JSON.stringify(rest);
  rows.set(key, { ...rest, messages: messages + (rows.get(key)?.messages ?? 0) });
}

/** The largest, and the sum of the others by what became of them. */
function withinLimit(rows: readonly DmarcRow[]): readonly DmarcRow[] {
  if (rows.length <= mostRows) return rows;
  const sorted = [...rows].sort((one, other) => other.messages - one.messages);
  const rest = new Map<string, DmarcRow>();
  for (const row of sorted.slice(mostRows)) addRow(rest, { ...row, source: null, dkimDomains: [], spfDomain: null });
  return [...sorted.slice(0, mostRows), ...[...rest.values()].slice(0, mostRows)];
}
