import type { Answers, Requests } from '../../api/generated';

export type Endpoint = Answers['GET /dashboard-api/webhooks']['data'][number];
export type Standing = Answers['GET /dashboard-api/webhooks/{id}/standing'];
export type Webhook = Answers['GET /dashboard-api/webhooks/{id}'];
export type WebhookSecret = Answers['POST /webhooks'];
export type MessageRow = Answers['GET /dashboard-api/webhooks/{id}/messages']['data'][number];
export type Message = Answers['GET /dashboard-api/webhooks/{id}/events/{event_id}'];
export type AttemptRow = Answers['GET /dashboard-api/webhook-requests']['data'][number];
export type Attempt = Answers['GET /dashboard-api/webhook-requests/{id}'];
export type Replay = Answers['GET /dashboard-api/webhooks/{id}/replays']['data'][number];
export type TestResult = Answers['POST /webhooks/{id}/test'];
export type TestType = Requests['POST /webhooks/{id}/test']['type'];
export type NewWebhook = Requests['POST /webhooks'];
export type WebhookChanges = Requests['PATCH /webhooks/{id}'];
export type ReplayWish = Requests['POST /webhooks/{id}/replay'];
