import type { Answer, RowOf } from '../../api/operations';

export type EmailRow = RowOf<'GET /dashboard-api/emails'>;
export type Overview = Answer<'GET /dashboard-api/emails/{id}/overview'>;
export type Recipient = Overview['recipients'][number];
export type TimelineEntry = Overview['timeline'][number];
export type Reply = NonNullable<TimelineEntry['reply']>;
export type EmailSuppression = RowOf<'GET /dashboard-api/emails/{id}/suppressions'>;
export type Preview = Answer<'GET /dashboard-api/emails/{id}/preview'>;
export type Attachment = RowOf<'GET /dashboard-api/emails/{id}/attachments'>;
export type CapturedMessage = RowOf<'GET /dashboard-api/emails/{id}/captured'>;
export type History = Answer<'GET /dashboard-api/emails/{id}/history'>;
export type HistoryEntry = History['data'][number];
export type Insight = Answer<'GET /dashboard-api/emails/{id}/insights'>['findings'][number];
export type Share = RowOf<'GET /dashboard-api/emails/{id}/shares'>;
export type WebhookRequest = RowOf<'GET /dashboard-api/webhook-requests'>;
