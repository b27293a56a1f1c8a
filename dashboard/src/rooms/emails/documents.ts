import type { Answers } from '../../api/generated';

type RowOf<Name extends keyof Answers> = Answers[Name] extends { readonly data: readonly (infer Row)[] } ? Row : never;

export type EmailRow = RowOf<'GET /dashboard-api/emails'>;
export type Overview = Answers['GET /dashboard-api/emails/{id}/overview'];
export type Recipient = Overview['recipients'][number];
export type TimelineEntry = Overview['timeline'][number];
export type Reply = NonNullable<TimelineEntry['reply']>;
export type Preview = Answers['GET /dashboard-api/emails/{id}/preview'];
export type Attachment = RowOf<'GET /dashboard-api/emails/{id}/attachments'>;
export type CapturedMessage = RowOf<'GET /dashboard-api/emails/{id}/captured'>;
export type History = Answers['GET /dashboard-api/emails/{id}/history'];
export type HistoryEntry = History['data'][number];
export type Actor = HistoryEntry['actor'];
export type Share = RowOf<'GET /dashboard-api/emails/{id}/shares'>;
export type SharedLink = Answers['POST /emails/{id}/share'];
export type WebhookRequest = RowOf<'GET /dashboard-api/webhook-requests'>;
/** Made by the server in its own time. */
export type Export = Answers['GET /dashboard-api/exports/{id}'];
