import { adviceInWords } from '../../../application/sending-domain/records/advice-in-words.js';
import { checkDmarc, type DmarcFinding } from '../../../application/sending-domain/records/check-dmarc.js';
import { checkRecords } from '../../../application/sending-domain/records/check-records.js';
import { dmarcInWords } from '../../../application/sending-domain/records/dmarc-in-words.js';
import {
  type ExpectedRecord,
  expectedRecords,
  formerTrackingRecords,
  ruledAtOf,
} from '../../../application/sending-domain/records/expected-records.js';
import type { RecordFinding } from '../../../application/sending-domain/records/finding.js';
import { openDomainDns } from '../../server/dns.js';
import type { Config } from '../../../infrastructure/config/config.js';
import type { Outcome } from '../outcome.js';
import { readPublishedDomain } from './domain-of.js';

/** A record, what the DNS shows for it, and the same in words. */
interface CheckedRecord extends ExpectedRecord, RecordFinding {
  readonly words: readonly string[];
}

/** `dns check <domain>`: negative where a required record is not verified. Records nothing: the server's own check does. */
export async function checkDns(config: Config, name: string): Promise<Outcome> {
  const domain = await readPublishedDomain(config, name);
  const { dns, recordSettings: settings } = openDomainDns(config);
  const [findings, dmarc] = await Promise.all([checkRecords(domain, settings, dns), checkDmarc(domain, settings, dns)]);
  const shown = expectedRecords({ ...domain, certificatesRuledAt: ruledAtOf(findings) }, settings);
  const records = [...shown, ...formerTrackingRecords(domain, settings)].flatMap((record) =>
    withFinding(record, findings),
  );
  const verified = records.every(({ required, status }) => status === 'verified' || !required);
  const result = { domain: domain.name, verified, records, dmarc: { ...dmarc, words: dmarcInWords(dmarc) } };
  return { result, text: textOf(domain.name, verified, records, dmarc), negative: !verified };
}

function withFinding(record: ExpectedRecord, findings: readonly RecordFinding[]): readonly CheckedRecord[] {
  const finding = findings.find(({ key }) => key === record.key);
  if (finding === undefined) return [];
  return [{ ...record, ...finding, words: finding.advice.map((advice) => adviceInWords(advice, record)) }];
}

function textOf(domain: string, verified: boolean, records: readonly CheckedRecord[], dmarc: DmarcFinding): string {
  const summary = verified ? 'every record that is needed is published' : 'not all that is needed is published';
  return [
    `${domain}: ${summary}.`,
    ...records.flatMap(linesOf),
    '',
    `DMARC      ${dmarc.status}`,
    ...dmarcInWords(dmarc).map(indented),
  ].join('\n');
}

function linesOf(record: CheckedRecord): readonly string[] {
  const { status, type, name, priority, value, required, found, words } = record;
  const expected = priority === undefined ? value : `${priority} ${value}`;
  const remark = required ? '' : ' (recommended)';
  const shown = found.length === 0 ? 'nothing' : found.join(' | ');
  return [
    '',
    `${status.padEnd(10)} ${type} ${name}${remark}`,
    ...(status === 'verified' ? [] : [indented(`expected ${expected}`), indented(`found    ${shown}`)]),
    ...words.map(indented),
  ];
}

const indented = (text: string) => `           ${text}`;
