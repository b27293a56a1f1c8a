import type { DomainReportReader } from '../../../src/application/ports/domain-report-reader.js';
import { getDomainReports } from '../../../src/application/domain-report/get-domain-reports.js';
import { takeDomainReport } from '../../../src/application/domain-report/take-domain-report.js';
import { inboundPlaceOf } from '../../../src/application/received/inbound-place.js';
import { SendingDomains } from '../../../src/application/sending-domain/sending-domains.js';
import { noteFalls } from '../../../src/application/sending-health/fall-watcher.js';
import type { Authenticated } from '../../../src/domain/shared/verdicts.js';
import { idOf, streamName } from '../../../src/domain/shared/stream-name.js';
import { registeredZoneOf } from '../../../src/infrastructure/dns/registered-zone.js';
import { readDomainReport } from '../../../src/infrastructure/message-reader/domain-reports/read-domain-report.js';
import { domainReportsProjection } from '../../../src/projections/domain-reports/domain-reports.projection.js';
import { domainsProjection } from '../../../src/projections/domains/domains.projection.js';
import { sampleSettings } from '../../support/published-domain.js';
import { readModel } from '../../support/read-model.js';
import {
  beginSeconds,
  dmarcRow,
  dmarcXml,
  reportEmail,
  type SampleReport,
  tlsJson,
  tlsPolicy,
  zipped,
} from '../../support/report-samples.js';
import { ownWrites, teamId, useWorld, world } from '../../support/world.js';

const arrival = { helo: 'mail.one.test', address: '192.0.2.7', sender: 'reports@one.test' };
const proven: Authenticated = {
  verdicts: { spf: 'pass', dkim: 'pass', dmarc: 'pass', arc: 'none' },
  passed: { spf: 'bounces.one.test', dkim: ['one.test'], dmarc: 'one.test' },
};
const daySeconds = 86_400;

useWorld('mail.example.com');
let domainId: string;
beforeEach(async () => {
  [domainId = ''] = (await world.streamsWith('DomainCreated')).map(idOf);
});

const domains = () => new SendingDomains(world.process());

async function take(
  message: Buffer,
  found: Authenticated | null = proven,
  read: DomainReportReader['read'] = readDomainReport,
) {
  const domain = await domains().reportsAt('send.mail.example.com');
  if (domain === undefined) throw new Error('no reports come there');
  const check = { write: async () => undefined, end: async () => found, cancel: () => undefined };
  const ports = {
    ...world.process(),
    domainReports: { read },
    cannotStore: () => false,
    authentication: { begin: () => check },
    mailHosts: ['mx.example.net'],
    registeredZoneOf,
  };
  async function* chunks() {
    for (let at = 0; at < message.length; at += 1_000) yield message.subarray(at, at + 1_000);
  }
  return takeDomainReport(ports, { domain, arrival, message: chunks() });
}

const tls = (policy: object) => reportEmail(zipped(tlsJson([policy])));

const dmarc = (report: SampleReport = {}) =>
  reportEmail(
    zipped(dmarcXml({ domain: 'mail.example.com', rows: [dmarcRow({ from: 'mail.example.com' })], ...report })),
  );

async function reports(days = 30) {
  const readStore = await readModel(world, domainReportsProjection);
  const dns = { resolve: async () => ({ kind: 'missing', reason: 'no-such-name', aliases: [] }) as const };
  const ports = { ...world.process(), readStore, dns, recordSettings: sampleSettings };
  const found = await getDomainReports({ ...ports, ownWrites }, { teamId, domainId, days });
  if (found === undefined) throw new Error('there is no such domain');
  return found;
}

describe('reports about a domain', () => {
  it.each<readonly [address: string, kind: string | undefined]>([
    ['dmarc@send.mail.example.com', 'domain-reports'],
    ['TLS@Send.Mail.Example.com', 'domain-reports'],
    ['dmarc@mail.example.com', undefined],
    ['dmarc@send.example.com', undefined],
    ['dmarc@other.mail.example.com', undefined],
    ['reports@send.mail.example.com', undefined],
    ['complaints@send.mail.example.com', 'reports'],
  ])('come to %s: %s', async (address, kind) => {
    const place = await inboundPlaceOf({ ...world.process(), domains: domains() }, address);
    expect(place?.kind).toBe(kind);
  });

  it('are recorded once, with who is proven to have sent them', async () => {
    expect(await take(dmarc())).toEqual({ taken: 'recorded' });
    expect(await take(dmarc({ organization: 'ONE &amp; Co' }))).toEqual({ taken: 'noted' });
    expect(await take(dmarc({ id: 'r2' }), null)).toEqual({ taken: 'recorded' });
    expect(await take(reportEmail(zipped(tlsJson([tlsPolicy('send.mail.example.com')]))))).toEqual({
      taken: 'recorded',
    });
    const { reporters, messages, passed, tls } = await reports();
    expect({ messages, passed }).toEqual({ messages: 4, passed: 4 });
    expect(reporters.map(({ organization, sentBy, reports: count }) => [organization, sentBy, count])).toEqual([
      ['One', 'one.test', 1],
      ['One & Co', 'one.test', 1],
      ['One & Co', null, 1],
    ]);
    expect(tls).toEqual([
      {
        ...{ type: 'sts', domain: 'send.mail.example.com', succeeded: 5_326, failed: 3 },
        failures: [{ result: 'certificate-expired', host: 'mx1.example.com', sessions: 3 }],
      },
    ]);
  });

  it.each<readonly [what: string, message: () => Buffer, taken: object]>([
    ['of its zone, whose record leads here', () => dmarc({ domain: 'example.com' }), { taken: 'recorded' }],
    ['of another domain', () => dmarc({ domain: 'example.org' }), { taken: 'no-report' }],
    ['of a domain that only ends so', () => dmarc({ domain: 'notexample.com' }), { taken: 'no-report' }],
    ['of a time to come', () => dmarc({ begin: beginSeconds + 9 * daySeconds }), { taken: 'no-report' }],
    ['that a person wrote', () => Buffer.from('Subject: hello\r\n\r\nHello\r\n'), { taken: 'no-report' }],
    ['without a header', () => Buffer.from('\r\n\r\n'), { taken: 'no-report' }],
    ['beyond 2 MiB', () => reportEmail(Buffer.alloc(2 * 1024 * 1024)), { refused: 'message-too-large' }],
    ['about mail hosts of others', () => tls(tlsPolicy('one.test', 3, 'tlsa')), { taken: 'no-report' }],
    ['about the policy of its mail host', () => tls(tlsPolicy('mx.example.net', 3)), { taken: 'no-report' }],
    [
      'about the TLSA records of its mail host',
      () => tls(tlsPolicy('mx.example.net', 3, 'tlsa')),
      { taken: 'recorded' },
    ],
  ])('%s', async (_what, message, taken) => {
    expect(await take(message())).toEqual(taken);
  });

  it('can come again where reading them takes too long', async () => {
    expect(await take(dmarc(), proven, async () => 'cut-off')).toEqual({ refused: 'flooded' });
    expect(await take(dmarc())).toEqual({ taken: 'recorded' });
  });

  it('count the rows that are about the domain, by server, in the time that is asked for', async () => {
    const from = 'news.mail.example.com';
    const rows = [
      dmarcRow({ from, count: 5, disposition: 'quarantine', dkim: 'fail' }),
      dmarcRow({ from: 'example.org', count: 7 }),
      dmarcRow({ ip: '2001:db8::1', count: 90, from: 'mail.example.com' }),
    ];
    await take(dmarc({ rows }));
    await take(dmarc({ id: 'old', begin: beginSeconds - 40 * daySeconds }));
    const { sources, messages, passed } = await reports();
    expect({ messages, passed }).toEqual({ messages: 95, passed: 90 });
    const figures = { dkim: 0, spf: 0, passed: 0, quarantined: 0, rejected: 0 };
    expect(sources).toEqual([
      {
        ...{ ...figures, source: '2001:db8::1', messages: 90, passed: 90, dkim: 90 },
        domains: new Set(['mail.example.com', 'bounces.one.test']),
      },
      { ...figures, source: '192.0.2.1', messages: 5, quarantined: 5, domains: new Set(['bounces.one.test']) },
    ]);
    expect((await reports(90)).messages).toBe(97);
  });

  it('raise an alarm once in seven days where less passes, of which only proven reports tell', async () => {
    const falls = async () =>
      (await world.events(streamName('domain', domainId))).flatMap(({ event }) =>
        event.type === 'DomainPassShareFell' ? [event.data] : [],
      );
    const round = async () => {
      const readStore = await readModel(world, domainReportsProjection, await readModel(world, domainsProjection));
      await noteFalls({ ...world.process(), readStore, whenProcessed: async () => true }, () => undefined);
    };
    const rows = (count: number, dkim: string) => [dmarcRow({ count, dkim, from: 'mail.example.com' })];
    await take(dmarc({ id: 'before', begin: beginSeconds - 10 * daySeconds, rows: rows(400, 'pass') }));
    await take(dmarc({ id: 'forged', rows: rows(500, 'fail') }), null);
    await take(dmarc({ id: 'now', rows: rows(60, 'pass') }));
    await round();
    expect(await falls()).toEqual([]);
    await take(dmarc({ id: 'worse', rows: rows(40, 'fail') }));
    await round();
    await round();
    expect(await falls()).toEqual([{ now: { count: 60, of: 100 }, before: { count: 400, of: 400 } }]);
  });
});
