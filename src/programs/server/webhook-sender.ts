import type { WebhookSender } from '../../application/ports/webhook-sender.js';
import { createHostLookup } from '../../infrastructure/addresses/host-lookup.js';
import { isPublicAddress } from '../../infrastructure/addresses/public-address.js';
import type { Config } from '../../infrastructure/config/config.js';
import type { OwnServices } from '../../infrastructure/outbound-http/own-services.js';
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
    clock: systemClock,
    guard: {
      resolve: createHostLookup({ ...webhookLookupDefaults, servers: dns.servers }),
      isAllowed: allowPrivateFetch
        ? () => true
        : (address, port) => isPublicAddress(address) && isForeign(address, port),
    },
  });
}
