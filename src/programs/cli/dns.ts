import { adviceInWords } from '../../application/sending-domain/records/advice-in-words.js';
import { checkDmarc, type DmarcFinding, suggestedDmarc } from '../../application/sending-domain/records/check-dmarc.js';
import { checkRecords } from '../../application/sending-domain/records/check-records.js';
import { dmarcInWords } from '../../application/sending-domain/records/dmarc-in-words.js';
import {
  type ExpectedRecord,
  expectedRecords,
  formerTrackingRecords,
  inRegion,
  ruledAtOf,
} from '../../application/sending-domain/records/expected-records.js';
import { policyRecords } from '../../application/sending-domain/own-policy.js';
import type { RecordFinding } from '../../application/sending-domain/records/finding.js';
import type { PublishedDomain } from '../../application/sending-domain/records/published-domain.js';
import { domainNameStream } from '../../application/sending-domain/sending-domains.js';
import { publishedDomain } from '../../application/sending-domain/shown-records.js';
import { load } from '../../application/shared/handle.js';
import { domainName } from '../../domain/sending-domain/domain-name.js';
import { sendingDomain } from '../../domain/sending-domain/sending-domain.js';
import type { Config } from '../../infrastructure/config/config.js';
import { parseDomain } from '../../infrastructure/config/fields/parse.js';
import { openKeyedHash } from '../../infrastructure/crypto/keyed-hash.js';
import { CertificateUnusable, readCertificate } from '../../infrastructure/smtp-in/certificate-files.js';
import { recordSettingsOf } from '../../infrastructure/dns/record-settings.js';
import { openDomainDns } from '../domain-dns.js';
import { withExisting } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';
import { type TlsaLine, tlsaRecords, zoneFile } from './zone-file.js';

/** `dns zone <domain>`: asks no name server. */
export async function printZone(config: Config, name: string): Promise<Outcome> {
  const domain = await readPublishedDomain(config, name);
  const settings = recordSettingsOf(config);
  const records = [...expectedRecords(domain, settings), ...formerTrackingRecords(domain, settings)];
  const zone = settings.registeredZoneOf(domain.name);
  const policies = policyRecords(domain, settings);
  const tlsa = await ownTlsa(config, domain);
  const result = {
    domain: domain.name,
    region: domain.region,
    zone,
    records,
    policies,
    tlsa,
    dmarc: suggestedDmarc(domain.name),
  };
  return { result, text: zoneFile(domain, records, policies, tlsa, zone) };
}

/** Empty where this server takes no email for the domain, or has no certificate from the operator that can be read. */
async function ownTlsa(
  { inboundPort, smtp, domainRecords }: Config,
  { region, capabilities }: PublishedDomain,
): Promise<readonly TlsaLine[]> {
  if (inboundPort === null || smtp.certificateFiles === null) return [];
  const hosts = [
    ...(capabilities.sending ? [domainRecords.returnPathHost] : []),
    ...(capabilities.receiving ? [domainRecords.inboundHost] : []),
  ];
  try {
    const { cert } = await readCertificate(smtp.certificateFiles);
    return tlsaRecords(
      hosts.map((host) => inRegion(host, region)),
      cert,
    );
  } catch (error) {
    if (error instanceof CertificateUnusable) return [];
    throw error;
  }
}

/** A record, what the DNS shows for it, and the same in words. */
interface CheckedRecord extends ExpectedRecord, RecordFinding {
  readonly words: readonly string[];
}

/**
 * `dns check <domain>`: negative where a required record is not verified. Records nothing: the server's own check does.
 */
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
  const summary = verified ? 'all required records are published' : 'some required records are missing or wrong';
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

/** What of a domain decides its records, whichever team has it. Throws {@link Declined} where no team has. */
function readPublishedDomain(config: Config, text: string): Promise<PublishedDomain> {
  const name = parseDomain(text);
  if (name === undefined) throw new Misused('A domain is a name of at least two labels, such as example.com.');
  return withExisting(config, async ({ log, ports }) => {
    const hash = await openKeyedHash(log.keys);
    const { holder } = (await load(ports, domainName, domainNameStream(hash, name))).state;
    const state = holder === undefined ? undefined : (await load(ports, sendingDomain, holder.owner)).state;
    if (state?.status !== 'active') throw new Declined(`No team has a domain ${name}.`);
    const { domain, dkimKeys, formerTrackingSubdomains, verification } = state;
    if (domain.origin === 'sandbox') {
      throw new Declined(`${name} is a sandbox domain: its email never leaves this machine and needs no records.`);
    }
    return publishedDomain(domain, dkimKeys, formerTrackingSubdomains, verification);
  });
}
