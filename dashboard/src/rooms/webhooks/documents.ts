import type { Answer, Body } from '../../api/operations';

export type Endpoint = Answer<'GET /dashboard-api/webhooks'>['data'][number];
export type Standing = Answer<'GET /dashboard-api/webhooks/{id}/standing'>;
export type Webhook = Answer<'GET /dashboard-api/webhooks/{id}'>;
export type MessageRow = Answer<'GET /dashboard-api/webhooks/{id}/messages'>['data'][number];
export type Message = Answer<'GET /dashboard-api/webhooks/{id}/events/{event_id}'>;
export type AttemptRow = Answer<'GET /dashboard-api/webhook-requests'>['data'][number];
export type Attempt = Answer<'GET /dashboard-api/webhook-requests/{id}'>;
export type EndpointPeriod = Answer<'GET /dashboard-api/webhooks/{id}/figures'>['periods'][number];
export type Replay = Answer<'GET /dashboard-api/webhooks/{id}/replays'>['data'][number];
export type TestResult = Answer<'POST /webhooks/{id}/test'>;
export type TestType = Body<'POST /webhooks/{id}/test'>['type'];
export type NewWebhook = Body<'POST /webhooks'>;
export type WebhookChanges = Body<'PATCH /webhooks/{id}'>;
export type NewReplay = Body<'POST /webhooks/{id}/replay'>;
