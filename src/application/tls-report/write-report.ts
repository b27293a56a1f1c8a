import type { DomainCounts, FailedSessions, PolicyCounts } from './tls-counts.js';

/** Who reports. */
export interface Submitter {
  readonly domain: string;
  /** For questions about it. */
  readonly address: string;
}

/** RFC 8460 §4.4, as JSON. */
export function writeTlsReport(
  { day, policies }: Pick<DomainCounts, 'day' | 'policies'>,
  reportId: string,
  { domain, address }: Submitter,
): string {
  return JSON.stringify({
    'organization-name': domain,
    'date-range': { 'start-datetime': `${day}T00:00:00Z`, 'end-datetime': `${day}T23:59:59Z` },
    'contact-info': address,
    'report-id': reportId,
    policies: policies.map(policyOf),
  });
}

function policyOf({ type, domain, strings, mx, succeeded, failed, failures }: PolicyCounts) {
  return {
    policy: {
      'policy-type': type,
      ...(strings.length === 0 ? {} : { 'policy-string': strings }),
      'policy-domain': domain,
      ...(mx.length === 0 ? {} : { 'mx-host': mx }),
    },
    summary: { 'total-successful-session-count': succeeded, 'total-failure-session-count': failed },
    ...(failures.length === 0 ? {} : { 'failure-details': failures.map(failureOf) }),
  };
}

function failureOf({ result, host, address, localAddress, reason, sessions }: FailedSessions) {
  return {
    'result-type': result,
    ...(localAddress === undefined ? {} : { 'sending-mta-ip': localAddress }),
    ...(host === undefined ? {} : { 'receiving-mx-hostname': host }),
    ...(address === undefined ? {} : { 'receiving-ip': address }),
    'failed-session-count': sessions,
    ...(reason === undefined ? {} : { 'failure-reason-code': reason }),
  };
}

export interface ReportEmail {
  readonly submitter: Submitter;
  readonly to: string;
  /** That the report is about. */
  readonly domain: string;
  readonly day: string;
  readonly reportId: string;
  /** The report in gzip. */
  readonly report: Buffer;
  /** Two of them are one email. */
  readonly idempotencyKey: string;
}

/** RFC 8460 §5.3, as RFC 5322 text. */
export function writeReportEmail(email: ReportEmail): Buffer {
  const { submitter, to, domain, day, reportId, report, idempotencyKey } = email;
  const boundary = `tlsrpt-${idempotencyKey}`;
  const lines = [
    `From: Posthorn <${submitter.address}>`,
    `To: <${to}>`,
    `Subject: Report Domain: ${domain} Submitter: ${submitter.domain} Report-ID: <${reportId}>`,
    `TLS-Report-Domain: ${domain}`,
    `TLS-Report-Submitter: ${submitter.domain}`,
    // RFC 3834 §5: no machine is to answer it.
    'Auto-Submitted: auto-generated',
    `Posthorn-Idempotency-Key: ${idempotencyKey}`,
    'X-Posthorn-Class: bulk',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type="tlsrpt"; boundary="${boundary}"`,
    ...['', `--${boundary}`, 'Content-Type: text/plain; charset=us-ascii', ''],
    `This is an aggregate TLS report (RFC 8460) from ${submitter.domain}`,
    `about connections to ${domain} on ${day} (UTC).`,
    ...['', `--${boundary}`, 'Content-Type: application/tlsrpt+gzip', 'Content-Transfer-Encoding: base64'],
    `Content-Disposition: attachment; filename="${fileNameOf(email)}"`,
    '',
    ...(report.toString('base64').match(/.{1,76}/g) ?? []),
    `--${boundary}--`,
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

/** RFC 8460 §5.1. */
function fileNameOf({ submitter, domain, day, idempotencyKey }: ReportEmail): string {
  const beginSeconds = Date.parse(day) / 1000;
  const unique = idempotencyKey.replaceAll('-', '');
  return `${submitter.domain}!${domain}!${beginSeconds}!${beginSeconds + 86_399}!${unique}.json.gz`;
}
