import type { Dns, DnsAnswer, DnsType, DnsValues } from '../../ports/dns.js';
import { countSpfLookups, spfLookupLimit } from './count-spf-lookups.js';
import { type ExpectedRecord, expectedRecords, formerTrackingRecords, inRegion } from './expected-records.js';
import type { Advice, RecordFinding } from './finding.js';
import { caaFor, isRestricting, judgeCaa } from './judge-caa.js';
import { judgeDkim } from './judge-dkim.js';
import { type HostChoices, judgeCname, judgeMx } from './judge-host.js';
import type { Judgement } from './judgement.js';
import { isSpf, judgeSpf } from './judge-spf.js';
import { lookAround, wildcardBehind } from './look-around.js';
import type { PublishedDomain, RecordSettings } from './published-domain.js';

/**
 * Asks the DNS for every record of a domain: one finding each, in the order of `expectedRecords`, then of the former
 * tracking subdomains', then of CAA records where they rule the tracking subdomain's certificate. A record is verified
 * when what is published means what is shown; all else is advice. Asks afresh; within one check no question twice.
 */
export function checkRecords(
  domain: PublishedDomain,
  settings: RecordSettings,
  dns: Dns,
): Promise<readonly RecordFinding[]> {
  const check: Check = { domain, settings, dns: askingOnce(dns), zone: settings.registeredZoneOf(domain.name) };
  const records = expectedRecords({ ...domain, certificatesRuledAt: null }, settings);
  const former = formerTrackingRecords(domain, settings);
  const found = [...records, ...former].map((record) => checkRecord(record, check));
  return Promise.all([...found, checkCertificates(check)]).then((findings) => findings.flat());
}

/** Nothing where no CAA record says who may issue the tracking subdomain's certificate. */
async function checkCertificates({ domain, settings, dns }: Check): Promise<readonly RecordFinding[]> {
  if (domain.trackingSubdomain === null) return [];
  const caa = await caaFor(`${domain.trackingSubdomain}.${domain.name}`, dns);
  if (caa === undefined || !isRestricting(caa.records)) return [];
  const record = expectedRecords({ ...domain, certificatesRuledAt: caa.name }, settings).find(
    ({ purpose }) => purpose === 'TrackingCAA',
  );
  return record === undefined ? [] : [{ key: record.key, ...judgeCaa(settings.trackingAuthority, caa.records) }];
}

interface Check {
  readonly domain: PublishedDomain;
  readonly settings: RecordSettings;
  readonly dns: Dns;
  readonly zone: string;
}

async function checkRecord(record: ExpectedRecord, check: Check): Promise<RecordFinding> {
  const { key } = record;
  const answer = await check.dns.resolve(record.name, record.type);
  if (answer.kind === 'unanswered') {
    return { key, status: 'unanswered', found: [], advice: [{ code: 'unanswered', reason: answer.reason }] };
  }
  const judged = judge(record, check, answer);
  const before = judged.status === 'verified' ? [] : await aboutTheWay(record, check, answer, judged);
  const beyond = await aboutWhatItNames(record, check, judged);
  return { key, status: judged.status, found: judged.found, advice: [...before, ...judged.advice, ...beyond] };
}

type Answered = Exclude<DnsAnswer<DnsValues['TXT' | 'MX' | 'CNAME' | 'CAA']>, { kind: 'unanswered' }>;

function judge(record: ExpectedRecord, check: Check, answer: Answered): Judgement {
  if (answer.kind === 'missing') return { status: 'missing', found: [], advice: [] };
  const { values } = answer;
  switch (record.type) {
    case 'MX':
      // The values of a type are those that were asked for.
      return judgeMx(record, hostChoices(record, check), values as readonly DnsValues['MX'][]);
    case 'CNAME':
      return judgeCname(record, hostChoices(record, check), values as readonly DnsValues['CNAME'][]);
    case 'CAA':
      return judgeCaa(check.settings.trackingAuthority, values as readonly DnsValues['CAA'][]);
    case 'TXT': {
      const texts = (values as readonly DnsValues['TXT'][]).map((strings) => strings.join('')).toSorted();
      if (record.purpose === 'DKIM') return judgeDkim(record, texts);
      return judgeSpf(record, byOtherRegion(check, check.settings.spfValue), texts);
    }
  }
}

function hostChoices(record: ExpectedRecord, check: Check): HostChoices {
  const { returnPathHost, inboundHost, trackingHost } = check.settings;
  const setting = { sending: returnPathHost, receiving: inboundHost, tracking: trackingHost }[record.serves];
  return {
    byRegion: byOtherRegion(check, setting).map(({ region, value: host }) => ({ region, host })),
    zone: check.zone,
  };
}

function byOtherRegion({ domain, settings }: Check, setting: string) {
  const others = settings.regions.filter((region) => region !== domain.region);
  return others.map((region) => ({ region, value: inRegion(setting, region) }));
}

/** Why something else answers under the name, or nothing does. */
async function aboutTheWay(
  record: ExpectedRecord,
  check: Check,
  answer: Answered,
  judged: Judgement,
): Promise<readonly Advice[]> {
  const [target] = record.type === 'CNAME' ? [] : answer.aliases;
  const wildcard = await wildcardOf(record, check, answer);
  const advice: Advice[] = wildcard === undefined ? [] : [{ code: 'wildcard', wildcard }];
  if (target !== undefined) {
    const loops = answer.kind === 'missing' && answer.reason === 'alias-loop';
    return [...advice, { code: loops ? 'alias-loop' : 'cname-in-the-way', target }];
  }
  if (judged.status !== 'missing') return advice;
  if (record.type === 'CNAME') {
    const flattened = await aboutFlattening(record, check.dns);
    if (flattened !== undefined) return [...advice, flattened];
  }
  const standsAt = async (name: string) => {
    const elsewhere = await check.dns.resolve(name, record.type);
    return elsewhere.kind === 'found' && judge(record, check, elsewhere).status === 'verified';
  };
  return [...advice, await lookAround(record, { ...check, domain: check.domain.name, standsAt })];
}

async function wildcardOf(record: ExpectedRecord, check: Check, answer: Answered): Promise<string | undefined> {
  const shown = fingerprintOf(answer);
  if (shown === undefined) return undefined;
  return wildcardBehind(record, check.domain.name, async (name) => {
    const other = await check.dns.resolve(name, record.type);
    return other.kind !== 'unanswered' && fingerprintOf(other) === shown;
  });
}

/** The same text for the same values and aliases, in whichever order they came; undefined where there are none. */
function fingerprintOf(answer: Answered): string | undefined {
  const values = answer.kind === 'found' ? answer.values.map((value) => JSON.stringify(value)).toSorted() : [];
  return values.length + answer.aliases.length === 0 ? undefined : JSON.stringify([values, answer.aliases]);
}

async function aboutFlattening(record: ExpectedRecord, dns: Dns): Promise<Advice | undefined> {
  const answer = await dns.resolve(record.name, 'A');
  const [address] = answer.kind === 'found' ? answer.values : [];
  return address === undefined ? undefined : { code: 'flattened-cname', address };
}

/** What the record leads to, which a receiver needs too. */
async function aboutWhatItNames(record: ExpectedRecord, { dns }: Check, judged: Judgement): Promise<readonly Advice[]> {
  if (record.key === 'return-path-spf') return aboutSpfCost(record, judged, dns);
  return record.type === 'MX' && judged.status === 'verified' ? aboutAddress(record.value, dns) : [];
}

async function aboutSpfCost(record: ExpectedRecord, judged: Judgement, dns: Dns): Promise<readonly Advice[]> {
  const [only, ...others] = judged.found.filter(isSpf);
  if (only === undefined || others.length > 0) return [];
  const { lookups, broken } = await countSpfLookups(only, record.name, dns);
  const advice = broken.map((name): Advice => ({ code: 'spf-include-broken', name }));
  return lookups > spfLookupLimit ? [...advice, { code: 'too-many-spf-lookups', lookups }] : advice;
}

async function aboutAddress(host: string, dns: Dns): Promise<readonly Advice[]> {
  const answers = await Promise.all([dns.resolve(host, 'A'), dns.resolve(host, 'AAAA')]);
  return answers.every(({ kind }) => kind === 'missing') ? [{ code: 'host-without-address', host }] : [];
}

function askingOnce(dns: Dns): Dns {
  const asked = new Map<string, Promise<unknown>>();
  return {
    resolve<Type extends DnsType>(name: string, type: Type) {
      const key = `${type} ${name}`;
      const answer = asked.get(key) ?? dns.resolve(name, type);
      asked.set(key, answer);
      // Kept under its type.
      return answer as Promise<DnsAnswer<DnsValues[Type]>>;
    },
  };
}
