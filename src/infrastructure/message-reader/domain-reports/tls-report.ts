import type { DomainReport } from '../../../domain/domain-report/domain-report.js';
import type { TlsPolicyFigures } from '../../../domain/domain-report/events.js';
import { parsedJson } from '../../../domain/shared/json.js';
import { membersOf } from '../../../domain/shared/members.js';
import { reportedDomain, shortText } from './short-text.js';

type TlsSaid = Extract<DomainReport, { readonly kind: 'tls' }>['said'];

const mostPolicies = 100;
const mostFailures = 100;
const mostSessions = 1e12;

/** RFC 8460 §4.4: members are read by their names. @returns undefined where it is no such report. */
export function readTlsReport(json: string): TlsSaid | undefined {
  const report = membersOf(parsedJson(json));
  const range = membersOf(report['date-range']);
  const organization = shortText(report['organization-name']) || shortText(report['contact-info']);
  const reportId = shortText(report['report-id']);
  const [begin, end] = [timeOf(range['start-datetime']), timeOf(range['end-datetime'])];
  if (organization === '' || reportId === '' || begin === undefined || end === undefined) return undefined;
  const policies = listOf(report['policies']).slice(0, mostPolicies).flatMap(policyOf);
  return { organization, reportId, begin, end, policies };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function timeOf(value: unknown): string | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return ms > 0 && ms < 1e13 ? new Date(ms).toISOString() : undefined;
}

function policyOf(written: unknown): readonly TlsPolicyFigures[] {
  const { policy, summary, 'failure-details': details } = membersOf(written);
  const { 'policy-type': type, 'policy-domain': name } = membersOf(policy);
  const { 'total-successful-session-count': succeeded, 'total-failure-session-count': failed } = membersOf(summary);
  const domain = reportedDomain(name);
  if (domain === null) return [];
  const known = (['sts', 'tlsa', 'no-policy-found'] as const).find((each) => each === type);
  const failures = listOf(details).slice(0, mostFailures).flatMap(failureOf);
  return [{ type: known ?? 'other', domain, succeeded: countOf(succeeded), failed: countOf(failed), failures }];
}

function failureOf(written: unknown): TlsPolicyFigures['failures'] {
  const { 'result-type': result, 'receiving-mx-hostname': host, 'failed-session-count': count } = membersOf(written);
  const sessions = countOf(count);
  if (sessions === 0) return [];
  const said = shortText(result).toLowerCase();
  return [{ result: /^[a-z\d-]{1,64}$/.test(said) ? said : 'other', host: reportedDomain(host), sessions }];
}

/** Some write numbers as texts. */
function countOf(written: unknown): number {
  const count = typeof written === 'string' && written !== '' ? Number(written) : written;
  return typeof count === 'number' && Number.isInteger(count) && count > 0 && count <= mostSessions ? count : 0;
}
