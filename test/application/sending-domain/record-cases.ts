import { adviceInWords } from '../../../src/application/sending-domain/records/advice-in-words.js';
import { checkRecords } from '../../../src/application/sending-domain/records/check-records.js';
import { expectedRecords, ruledAtOf } from '../../../src/application/sending-domain/records/expected-records.js';
import type { Advice, RecordFinding, RecordStatus } from '../../../src/application/sending-domain/records/finding.js';
import type { PublishedDomain } from '../../../src/application/sending-domain/records/published-domain.js';
import { createDns } from '../../../src/infrastructure/dns/dns.js';
import { type NameServer, startNameServer, type Zone } from '../../support/name-server.js';
import { activeKey, sampleDomain, sampleSettings, verifiedZone } from '../../support/published-domain.js';

export const [bounces, spf] = ['bounces.eu-west-1.posthorn.test', sampleSettings.spfValue];
export const key = `p=${activeKey.publicKey}`;
export const dkimName = 'ph1._domainkey.example.com';
export const unpublished = { code: 'not-published', nameServers: 'ns1.example.net, ns2.example.net' } as const;

/** What differs from a zone where everything is right; null: the name is not there. */
export type Changes = Readonly<Record<string, Zone[string] | null>>;

/** Title, what is published, the record that it is about, how it stands, the advice, and words of that. */
export type Case = [string, Changes, string, RecordStatus, readonly Advice[], RegExp?];

/** A name server where everything of the sample domain is right, new for each test, and checks against it. */
export interface CheckedZone {
  readonly server: NameServer;
  change(changes: Changes): void;
  checkAll(domain?: PublishedDomain): Promise<readonly RecordFinding[]>;
  check(about: string, domain?: PublishedDomain): Promise<RecordFinding>;
}

export function useCheckedZone(): () => CheckedZone {
  let zone: CheckedZone;
  beforeEach(async () => {
    const server = await startNameServer(verifiedZone);
    const dns = createDns({ servers: [server.address], timeoutMs: 500, tries: 2, zoneServers: null });
    const checkAll = (domain: PublishedDomain = sampleDomain) => checkRecords(domain, sampleSettings, dns);
    zone = {
      server,
      change(changes) {
        for (const [name, records] of Object.entries(changes)) {
          if (records === null) server.remove(name);
          else server.publish(name, records);
        }
      },
      checkAll,
      async check(about, domain) {
        const finding = (await checkAll(domain)).find((each) => each.key === about);
        if (finding === undefined) throw new Error(`no finding ${about}`);
        return finding;
      },
    };
  });
  afterEach(() => zone.server.close());
  return () => zone;
}

/** One test for each case. */
export function describeCases(of: string, cases: readonly Case[]): void {
  describe(`A check of ${of}`, () => {
    const zone = useCheckedZone();
    it.each<Case>(cases)('tells %s', async (_title, changes, about, status, advice, words = /./) => {
      zone().change(changes);
      const finding = await zone().check(about);
      expect([finding.status, finding.advice]).toEqual([status, advice]);
      const domain = { ...sampleDomain, certificatesRuledAt: ruledAtOf([finding]) };
      const record = expectedRecords(domain, sampleSettings).find((each) => each.key === about);
      const told = record === undefined ? '' : advice.map((each) => adviceInWords(each, record)).join(' ');
      expect(told).toMatch(advice.length === 0 ? /^$/ : words);
    });
  });
}
