import type { WebhookSender } from '../../application/ports/webhook-sender.js';
import { isPublicAddress } from '../../infrastructure/attachment-fetcher/attachment-fetcher.js';
import type { Config } from '../../infrastructure/config/config.js';
import { systemClock } from '../../infrastructure/system/clock.js';
import {
  UndiciWebhookSender,
  webhookLookupDefaults,
  webhookSenderDefaults,
} from '../../infrastructure/webhook-sender/webhook-sender.js';

/** Posts to public addresses, or to any where the configuration says so. */
export function createWebhookSender({ dns, allowPrivateFetch }: Config): WebhookSender {
  return new UndiciWebhookSender({
    ...webhookSenderDefaults,
    ...webhookLookupDefaults,
    clock: systemClock,
    servers: dns.servers,
    isAllowed: allowPrivateFetch ? () => true : isPublicAddress,
  });
}
