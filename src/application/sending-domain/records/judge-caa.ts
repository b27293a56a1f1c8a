import type { CaaRecord, Dns } from '../../ports/dns.js';
import type { Judgement } from './judgement.js';

/** The CAA records that hold for a name, and the name that they stand at. */
export interface CaaSet {
  readonly name: string;
  readonly records: readonly CaaRecord[];
}

/**
 * RFC 8659 §3: those of the name or what it is an alias of, else of the closest name above it. Undefined when there is
 * none, or no answer.
 */
export async function caaFor(name: string, dns: Dns): Promise<CaaSet | undefined> {
  const labels = name.split('.');
  // The records of a top-level domain are its registry's: no owner of a domain can change them.
  for (let from = 0; from < labels.length - 1; from += 1) {
    const at = labels.slice(from).join('.');
    const answer = await dns.resolve(at, 'CAA');
    if (answer.kind === 'unanswered') return undefined;
    if (answer.kind === 'found') return { name: answer.aliases.at(-1) ?? at, records: answer.values };
  }
  return undefined;
}

/** RFC 8659 §4.1: tags that an authority knows; a critical one that it does not know forbids the certificate. */
const knownTags: ReadonlySet<string> = new Set(['issue', 'issuewild', 'iodef', 'contactemail', 'contactphone']);

/** Whether the records restrict who may issue certificates; without such a record every authority may. */
export function isRestricting(records: readonly CaaRecord[]): boolean {
  return records.some((record) => record.tag === 'issue' || isUnknownAndCritical(record));
}

export function judgeCaa(authority: string, records: readonly CaaRecord[]): Judgement {
  const found = records.map(inZoneFile).toSorted();
  const allowed = records.filter(({ tag }) => tag === 'issue').map(({ value }) => issuerOf(value));
  const unknown = records.find(isUnknownAndCritical);
  if (unknown !== undefined) {
    return { status: 'different', found, advice: [{ code: 'caa-tag-critical', tag: unknown.tag }] };
  }
  if (allowed.includes(authority)) return { status: 'verified', found, advice: [] };
  return { status: 'different', found, advice: [{ code: 'caa-in-the-way', authority }] };
}

/** RFC 8659 §4.1.1. */
export function issueValue(authority: string): string {
  return `0 issue "${authority}"`;
}

const inZoneFile = ({ critical, tag, value }: CaaRecord) => `${critical ? 128 : 0} ${tag} "${value}"`;

/** RFC 8659 §4.2: parameters follow the name; an empty name stands for no authority. */
const issuerOf = (value: string) => (value.split(';')[0] ?? '').trim().toLowerCase();

const isUnknownAndCritical = ({ critical, tag }: CaaRecord) => critical && !knownTags.has(tag);
