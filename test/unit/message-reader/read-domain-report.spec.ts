import { readDomainReport } from '../../../src/infrastructure/message-reader/domain-reports/read-domain-report.js';
import { readChangedReports } from '../../support/changed-reports.js';
import {
  dmarcRow,
  dmarcXml,
  reportEmail,
  type SampleRow,
  tlsJson,
  tlsPolicy,
  zipped,
  zips,
} from '../../support/report-samples.js';

const read = (text: string, pack = zipped) => readDomainReport(reportEmail(pack(text)));
const rowsOf = async (...rows: readonly SampleRow[]) => {
  const report = await read(dmarcXml({ rows: rows.map(dmarcRow) }));
  return report?.kind === 'dmarc' ? report.said.rows : undefined;
};

const usual = {
  kind: 'dmarc',
  said: {
    organization: 'One & Co',
    reportId: 'r1',
    begin: '2026-03-01T00:00:00.000Z',
    end: '2026-03-01T23:59:59.000Z',
    policyDomain: 'example.com',
    policy: 'quarantine',
    rows: [
      {
        source: '192.0.2.1',
        messages: 2,
        disposition: 'none',
        dkim: true,
        spf: false,
        headerFrom: 'example.com',
        dkimDomains: ['example.com'],
        spfDomain: 'bounces.one.test',
      },
    ],
  },
};

describe('a DMARC report', () => {
  it.each<readonly [how: string, message: () => Buffer]>([
    ['in gzip', () => reportEmail(zipped(dmarcXml()))],
    ['in gzip, called an octet stream', () => reportEmail(zipped(dmarcXml()), 'application/octet-stream')],
    ['as it is', () => reportEmail(Buffer.from(dmarcXml()), 'text/xml')],
    ['with a mark of its byte order', () => reportEmail(Buffer.from(`\ufeff${dmarcXml()}`), 'application/xml')],
    ['in UTF-16', () => reportEmail(Buffer.from(`\ufeff${dmarcXml()}`, 'utf16le'), 'application/xml')],
    ['as a text with a name', () => reportEmail(Buffer.from(dmarcXml()), 'text/plain')],
    [
      'as the whole email',
      () =>
        Buffer.concat([
          Buffer.from('Content-Type: application/gzip\r\nContent-Transfer-Encoding: base64\r\n\r\n'),
          Buffer.from(zipped(dmarcXml()).toString('base64')),
        ]),
    ],
    [
      'in the names of a later form',
      () => {
        const later = dmarcXml()
          .replace('<feedback>', '<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0" xmlns:d=\'urn:x\'>')
          .replace('<pct>100</pct>', '<np>reject</np><testing>n</testing><discovery_method>treewalk</discovery_method>')
          .replace('<version>1.0</version>', '<!-- by a generator --><extension><d:x a="1">y</d:x></extension>')
          .replace('<disposition>none', '<disposition>pass');
        return reportEmail(zipped(later));
      },
    ],
    [
      'with prefixes, CDATA and characters by number',
      () => {
        const prefixed = dmarcXml({ organization: '<![CDATA[One ]]>&#38;<![CDATA[ Co]]>' })
          .replace(/<(\/?)([a-z])/g, '<$1ns0:$2')
          .replace('192.0.2.1', '&#x31;92.0.2.1\n');
        return reportEmail(zipped(prefixed));
      },
    ],
  ])('is read %s', async (_how, message) => {
    expect(await readDomainReport(message())).toEqual(usual);
  });

  it.each(zips)('is read in zip', async (zip) => {
    expect(await readDomainReport(reportEmail(zip, 'application/zip'))).toMatchObject({
      said: { organization: 'Zip', reportId: 'z1', rows: [] },
    });
  });

  it.each<readonly [what: string, row: SampleRow]>([
    ['no address', { ip: 'mail.one.test' }],
    ['no count', { count: '' }],
    ['a count below one', { count: -1 }],
    ['a count that is no number', { count: '1e3x' }],
  ])('leaves out a row with %s', async (_what, row) => {
    expect(await rowsOf(row, {})).toEqual(usual.said.rows);
  });

  it('adds up rows that say the same, and keeps a thousand beside the sum of the others', async () => {
    expect(await rowsOf({}, { count: 5 })).toMatchObject([{ source: '192.0.2.1', messages: 7 }]);
    const many = await rowsOf(
      ...Array.from({ length: 1_500 }, (_, index) => ({
        ip: `2001:DB8::${index}`,
        count: 1_500 - index,
        dkim: 'fail',
      })),
    );
    expect(many).toHaveLength(1_001);
    expect(many?.[999]).toMatchObject({ source: '2001:db8::999', messages: 501 });
    expect(many?.[1_000]).toMatchObject({ source: null, messages: 125_250, dkim: false });
  });

  it.each<readonly [what: string, text: string]>([
    ['a document type', dmarcXml().replace('<feedback>', '<!DOCTYPE feedback><feedback>')],
    ['an entity of its own', dmarcXml({ organization: '&one;' })],
    ['a bare ampersand', dmarcXml({ organization: 'One & Co' })],
    ['a character that XML has not', dmarcXml({ organization: '&#0;' })],
    ['an element that does not end', dmarcXml().replace('</feedback>', '')],
    ['elements that cross', dmarcXml().replace('</count></row>', '</row></count>').replace('</p>', '</q>')],
    ['two roots', dmarcXml() + dmarcXml().replace(/^.*\n/, '')],
    ['elements too deep', dmarcXml({ rows: ['<a>'.repeat(20) + '</a>'.repeat(20)] })],
    ['no id', dmarcXml({ id: '' })],
    ['no domain', dmarcXml({ domain: '' })],
    ['no time', dmarcXml({ begin: Number.NaN })],
    ['another root', '<html><body>Report</body></html>'],
    ['nothing', ''],
  ])('is none with %s', async (_what, text) => {
    expect(await read(text)).toBeUndefined();
  });

  it.each<readonly [what: string, file: () => Buffer]>([
    ['is cut off', () => zipped(dmarcXml()).subarray(0, -12)],
    ['would fill the memory', () => zipped(`${dmarcXml()}${' '.repeat(11 * 1024 * 1024)}`)],
    ['shrinks to a thousandth', () => zipped(`${dmarcXml()}${' '.repeat(2 * 1024 * 1024)}`)],
    ['has a wrong checksum', () => Buffer.from(zips[0]?.map((byte, at) => (at === 100 ? byte ^ 1 : byte)) ?? [])],
  ])('is none where the file %s', async (_what, file) => {
    expect(await readDomainReport(reportEmail(file()))).toBeUndefined();
  });
});

describe('an email of several files', () => {
  const large = zipped(`<x>${Array.from({ length: 800_000 }, (_, index) => index * index).join(' ')}</x>`);
  const email = (...files: readonly Buffer[]) =>
    Buffer.from(
      [
        ...['Content-Type: multipart/mixed; boundary="f"', ''],
        ...files.flatMap((file) => [
          ...['--f', 'Content-Type: application/gzip', 'Content-Transfer-Encoding: base64', ''],
          file.toString('base64'),
        ]),
        ...['--f--', ''],
      ].join('\r\n'),
    );

  it('is read up to the first report, in 10 MiB of all files together', async () => {
    expect(await readDomainReport(email(zipped('<a/>'), zipped('{}'), zipped(dmarcXml())))).toEqual(usual);
    expect(await readDomainReport(email(large, zipped(dmarcXml())))).toEqual(usual);
    expect(await readDomainReport(email(large, large, zipped(dmarcXml())))).toBeUndefined();
  });
});

describe('a TLS report', () => {
  const said = {
    organization: 'One',
    reportId: 't1',
    begin: '2026-03-01T00:00:00.000Z',
    end: '2026-03-01T23:59:59.000Z',
    policies: [
      {
        type: 'sts',
        domain: 'send.example.com',
        succeeded: 5_326,
        failed: 3,
        failures: [{ result: 'certificate-expired', host: 'mx1.example.com', sessions: 3 }],
      },
    ],
  };

  it('is read, with numbers that are texts too', async () => {
    expect(await read(tlsJson())).toEqual({ kind: 'tls', said });
    expect(await read(tlsJson([tlsPolicy('send.example.com', '3')]))).toEqual({ kind: 'tls', said });
  });

  it.each<readonly [what: string, policies: readonly object[]]>([
    ['no policies', []],
    ['policies that are none', [{ policy: null }, { policy: { 'policy-domain': 7 } }]],
    ['a domain that is none', [tlsPolicy('a b')]],
  ])('has nothing to say with %s', async (_what, policies) => {
    expect(await read(tlsJson(policies))).toMatchObject({ said: { policies: [] } });
  });

  it.each(['{', '{}', '[]', '{"report-id":"x"}', '{"policies":'.repeat(9)])('is none: %s', async (text) => {
    expect(await read(text)).toBeUndefined();
  });
});

it('reports that were changed by chance are read, or are none', async () => {
  const { reports } = await readChangedReports(7, 2_000);
  expect(reports).toBeGreaterThan(50);
});
