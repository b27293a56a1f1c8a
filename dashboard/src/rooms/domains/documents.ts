import type { Answers, Requests } from '../../api/generated';

export type DomainRow = Answers['GET /dashboard-api/domains']['data'][number];
export type DomainFindings = Answers['GET /dashboard-api/domains/{id}/findings'];
export type DnsRecord = DomainFindings['domain']['records'][number];
export type RecordFinding = DomainFindings['data'][number];
export type FormerTracking = DomainFindings['former_tracking'][number];
export type DomainClaim = NonNullable<DomainFindings['claim']>;
export type Dmarc = Answers['GET /dashboard-api/domains/{id}/dmarc'];
export type Regions = Answers['GET /dashboard-api/regions'];
export type NewDomain = Requests['POST /domains'];
export type Tls = DomainFindings['tls'];
