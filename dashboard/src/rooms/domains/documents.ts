import type { Answer, Body } from '../../api/operations';

export type DomainRow = Answer<'GET /dashboard-api/domains'>['data'][number];
export type DomainFindings = Answer<'GET /dashboard-api/domains/{id}/findings'>;
export type DnsRecord = DomainFindings['domain']['records'][number];
export type RecordFinding = DomainFindings['data'][number];
export type FormerTracking = DomainFindings['former_tracking'][number];
export type DomainClaim = NonNullable<DomainFindings['claim']>;
export type SendingHealth = Answer<'GET /dashboard-api/domains/{id}/health'>;
export type DomainReports = Answer<'GET /dashboard-api/domains/{id}/reports'>;
export type NewDomain = Body<'POST /domains'>;
export type Tls = DomainFindings['tls'];
