import type { Answers, Requests } from './generated';

/** Names for the parts of the server's answers that these pages show. Times are as sent; `ui/time` parses them. */

export interface List<Item> {
  readonly data: readonly Item[];
}

/** `after` with the last item's id asks for the next. */
export interface Page<Item> extends List<Item> {
  readonly has_more: boolean;
}

type ItemOf<Operation extends keyof Answers> = Answers[Operation] extends List<infer Item> ? Item : never;

export type EmailRow = ItemOf<'GET /dashboard-api/emails'>;
export type Email = Answers['GET /dashboard-api/emails/{id}'];
export type EmailPreview = Answers['GET /dashboard-api/emails/{id}/preview'];
export type Recipient = Email['recipients'][number];
export type Reply = NonNullable<Recipient['reply']>;
export type TimelineEntry = ItemOf<'GET /dashboard-api/emails/{id}/timeline'>;
export type CapturedMessage = ItemOf<'GET /dashboard-api/emails/{id}/captured'>;
export type EmailHistory = Answers['GET /dashboard-api/emails/{id}/history'];
export type HistoryEntry = EmailHistory['data'][number];
export type Actor = HistoryEntry['actor'];
export type CauseStep = HistoryEntry['because'][number];
export type Attachment = ItemOf<'GET /emails/{id}/attachments'>;
export type SharedLink = Answers['POST /emails/{id}/share'];

export type Suppression = ItemOf<'GET /dashboard-api/suppressions'>;
export type SuppressionScope = Suppression['scope'];

export type Queue = Answers['GET /dashboard-api/queue'];
export type QueueLine = Queue['data'][number];

export type LogRow = ItemOf<'GET /dashboard-api/logs'>;
export type Log = Answers['GET /dashboard-api/logs/{id}'];

export type ApiKey = ItemOf<'GET /dashboard-api/api-keys'>;

export type Usage = Answers['GET /dashboard-api/usage'];
export type Period = Usage['emails']['daily'];
export type Allowance = Pick<Period, 'used' | 'limit'>;

export type ServerStatus = Answers['GET /dashboard-api/status'];
export type Region = ItemOf<'GET /dashboard-api/regions'>;

export type DomainRow = ItemOf<'GET /dashboard-api/domains'>;
export type Domain = DomainFindings['domain'];
export type Capabilities = Domain['capabilities'];
export type DnsRecord = Domain['records'][number];
export type DomainChanges = Requests['PATCH /domains/{id}'];
export type DomainFindings = Answers['GET /dashboard-api/domains/{id}/findings'];
export type RecordFinding = DomainFindings['data'][number];
export type FormerTracking = DomainFindings['former_tracking'][number];
export type DomainClaim = NonNullable<DomainFindings['claim']>;
export type DomainDmarc = Answers['GET /dashboard-api/domains/{id}/dmarc'];
