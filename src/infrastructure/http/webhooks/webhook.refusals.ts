import type { RequestReplayResult } from '../../../application/webhook/manage-replays.js';
import type { ChangeWebhookResult, CreateWebhookResult } from '../../../application/webhook/manage-webhooks.js';
import type { ReplayWebhookMessageResult } from '../../../application/webhook/read-messages.js';
import { forbidden, invalid } from '../edge/errors/api-error.js';
import { type Refused, refusalsOf } from '../edge/errors/refusals.js';

/** How what is refused of a webhook is answered. */
export const webhookRefusal = refusalsOf<
  | Refused<CreateWebhookResult>
  | Refused<ChangeWebhookResult>
  | Refused<ReplayWebhookMessageResult>
  | Refused<RequestReplayResult>
>({
  'endpoint-not-https': () => invalid('Invalid `endpoint` field. It must be an https URL.'),
  'endpoint-not-public': () => invalid('Invalid `endpoint` field. Its host must have a public address.'),
  'endpoint-own': () => invalid('Invalid `endpoint` field. It leads to this server itself.'),
  'too-many-webhooks': ({ limit }) => forbidden(`This team has ${limit} webhooks, as many as a team may have.`),
  'webhook-disabled': () => invalid('This webhook is disabled. Enable it before anything is sent again.'),
  'too-many-replays': () =>
    invalid('This webhook has as many replays under way as it may have. Wait until one of them is through.'),
});
