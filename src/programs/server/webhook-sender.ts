import type { WebhookSender } from '../../application/ports/webhook-sender.js';
import { isPublicAddress } from '../../infrastructure/attachment-fetcher/attachment-fetcher.js';
import type { OwnServices } from '../../infrastructure/attachment-fetcher/own-services.js';
import type { Config } from '../../infrastructure/config/config.js';
import { systemClock } from '../../infrastructure/system/clock.js';
import {
  UndiciWebhookSender,
  webhookLookupDefaults,
  webhookSenderDefaults,
} from '../../infrastructure/webhook-sender/webhook-sender.js';

/** Posts to public addresses that are not this server's, or to any where the configuration says so. */
export function createWebhookSender({ dns, allowPrivateFetch }: Config, own: OwnServices): WebhookSender {
  const isForeign = (address: string, port?: number): boolean => port === undefined || !own.isAddress(address, port);
  return new UndiciWebhookSender({
    ...webhookSenderDefaults,
    ...webhookLookupDefaults,
    clock: systemClock,
    servers: dns.servers,
    isAllowed: allowPrivateFetch ? () => true : (address, port) => isPublicAddress(address) && isForeign(address, port),
  });
}
