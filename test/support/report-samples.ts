import { gzipSync } from 'node:zlib';

/** 2026-03-01, as a receiver writes it. */
export const beginSeconds = 1_772_323_200;
const endSeconds = beginSeconds + 86_399;

export interface SampleRow {
  readonly ip?: string;
  readonly count?: number | string;
  readonly dkim?: string;
  readonly spf?: string;
  readonly disposition?: string;
  readonly from?: string;
}

export const dmarcRow = ({
  ip = '192.0.2.1',
  count = 2,
  dkim = 'pass',
  spf = 'fail',
  disposition = 'none',
  from = 'example.com',
}: SampleRow = {}): string => `<record>
  <row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated><disposition>${disposition}</disposition>
    <dkim>${dkim}</dkim><spf>${spf}</spf><reason><type>forwarded</type><comment/></reason></policy_evaluated></row>
  <identifiers><envelope_to>one.test</envelope_to><header_from>${from}</header_from></identifiers>
  <auth_results><dkim><domain>${from}</domain><result>${dkim}</result><selector>ph1</selector></dkim>
    <spf><domain>bounces.one.test</domain><scope>mfrom</scope><result>pass</result></spf></auth_results>
</record>`;

export interface SampleReport {
  readonly organization?: string;
  readonly id?: string;
  readonly domain?: string;
  readonly begin?: number;
  readonly rows?: readonly string[];
}

/** RFC 7489, appendix C. */
export const dmarcXml = ({
  organization = 'One &amp; Co',
  id = 'r1',
  domain = 'example.com',
  begin = beginSeconds,
  rows = [dmarcRow()],
}: SampleReport = {}): string => `<?xml version="1.0" encoding="UTF-8" ?>
<feedback>
  <version>1.0</version>
  <report_metadata><org_name>${organization}</org_name><email>reports@one.test</email><report_id>${id}</report_id>
    <date_range><begin>${begin}</begin><end>${begin + endSeconds - beginSeconds}</end></date_range></report_metadata>
  <policy_published><domain>${domain}</domain><adkim>r</adkim><aspf>r</aspf><p>quarantine</p><pct>100</pct></policy_published>
  ${rows.join('\n')}
</feedback>
`;

export const tlsJson = (policies: readonly object[] = [tlsPolicy()]): string =>
  JSON.stringify({
    'organization-name': 'One',
    'date-range': { 'start-datetime': '2026-03-01T00:00:00Z', 'end-datetime': '2026-03-01T23:59:59Z' },
    'contact-info': 'smtp-tls@one.test',
    'report-id': 't1',
    policies,
  });

/** RFC 8460, appendix B. */
export const tlsPolicy = (domain = 'send.example.com', failed: unknown = 3, type = 'sts'): object => ({
  policy: {
    'policy-type': type,
    'policy-string': ['version: STSv1', 'mode: testing', 'mx: mx.example.com', 'max_age: 86400'],
    'policy-domain': domain,
    'mx-host': ['*.example.com'],
  },
  summary: { 'total-successful-session-count': 5_326, 'total-failure-session-count': failed },
  'failure-details': [
    {
      'result-type': 'certificate-expired',
      'sending-mta-ip': '2001:db8:abcd:0012::1',
      'receiving-mx-hostname': 'MX1.example.com.',
      'failed-session-count': failed,
    },
  ],
});

/** An email with a file, as reports come. */
export function reportEmail(file: Buffer, type = 'application/gzip', domain = 'example.com'): Buffer {
  const head = [
    'From: One <reports@one.test>',
    `To: dmarc@send.${domain}`,
    `Subject: Report Domain: ${domain} Submitter: one.test Report-ID: <r1>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="r"',
    ...['', '--r', 'Content-Type: text/plain', '', 'This is a DMARC aggregate report.'],
    ...['--r', `Content-Type: ${type}; name="report"`, 'Content-Transfer-Encoding: base64', ''],
  ];
  const body = file.toString('base64').replace(/.{76}/g, '$&\r\n');
  return Buffer.from([...head, body, '--r--', ''].join('\r\n'));
}

export const zipped = (text: string): Buffer => gzipSync(text);

/** Made by Python's zipfile: to a file, and to a stream, where the sizes stand behind the content. */
export const zips = [
  'UEsDBBQAAAAIAAAAYlwcWjLIpQAAABEBAAApAAAAemlwIWV4YW1wbGUuY29tITE3NzIzMjMyMDAhMTc3MjQwOTU5OS54bWxlj2sOgkAMhK9iOIBdfISQ1OUe/tkUqLhxX1nQoKd3kYgmpL++ycy0xWq0ZvPg2GvvTlm+FVkl8cLc1tTcJEYOPg7K8kAtDSTRx045sizPOiAs9DXqVr5yhB9hirGK5LpkqrnTTuZFsdunEQJhVpBd+5EPojyWJcLECP9RWF0SvNHNU4V7bXR/5WmVt5TaeCQbDG8bb1PHrGGQzjtGCKlqnYTl4zdQSwECFAMUAAAACAAAAGJcHFoyyKUAAAARAQAAKQAAAAAAAAAAAAAAgAEAAAAAemlwIWV4YW1wbGUuY29tITE3NzIzMjMyMDAhMTc3MjQwOTU5OS54bWxQSwUGAAAAAAEAAQBXAAAA7AAAAAAA',
  'UEsDBBQACAAIAAAAYlwAAAAAAAAAAAAAAAAFAAAAci5YTUxlj2sOgkAMhK9iOIBdfISQ1OUe/tkUqLhxX1nQoKd3kYgmpL++ycy0xWq0ZvPg2GvvTlm+FVkl8cLc1tTcJEYOPg7K8kAtDSTRx045sizPOiAs9DXqVr5yhB9hirGK5LpkqrnTTuZFsdunEQJhVpBd+5EPojyWJcLECP9RWF0SvNHNU4V7bXR/5WmVt5TaeCQbDG8bb1PHrGGQzjtGCKlqnYTl4zdQSwcIHFoyyKUAAAARAQAAUEsBAhQDFAAIAAgAAABiXBxaMsilAAAAEQEAAAUAAAAAAAAAAAAAAIABAAAAAHIuWE1MUEsFBgAAAAABAAEAMwAAANgAAAAAAA==',
].map((text) => Buffer.from(text, 'base64'));
