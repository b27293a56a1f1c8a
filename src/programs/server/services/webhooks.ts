import type { WebhookSender } from '../../../application/ports/webhook-sender.js';
import { WebhookLog } from '../../../application/webhook/webhook-log.js';
import { createHostLookup } from '../../../infrastructure/addresses/host-lookup.js';
import { isPublicAddress } from '../../../infrastructure/addresses/public-address.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { type OwnServices, placeOf } from '../../../infrastructure/outbound-http/own-services.js';
import { systemClock } from '../../../infrastructure/system/clock.js';
import {
  UndiciWebhookSender,
  webhookLookupDefaults,
  webhookSenderDefaults,
} from '../../../infrastructure/webhook-sender/webhook-sender.js';
import { newWebhookSecret } from '../../../infrastructure/webhook-sender/sign.js';
import { isIP } from 'node:net';
import type { Base } from './base.js';

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

/** What tests endpoints; the partitions have senders and a log of their own. */
export function webhookServices({ ports, own, onFailure }: Base, config: Config) {
  const rules = config.allowPrivateFetch ? null : { isAllowed: isPublicAddress, own };
  return {
    webhookSender: createWebhookSender(config, own),
    webhookTests: new WebhookLog(ports, onFailure),
    webhooksPerTeam: config.webhooksPerTeam,
    newWebhookSecret,
    endpointProblem: (url: string) => endpointProblem(url, rules),
  };
}

/** Where endpoints may be. */
interface EndpointRules {
  readonly isAllowed: (address: string) => boolean;
  /** What this server listens for itself: sent to it, a message would speak in the server's own name. */
  readonly own: OwnServices;
}

/**
 * What is wrong with an endpoint's URL before anything is sent there; `rules` null: any address, over http too. Names
 * are looked up, and checked, at each attempt.
 */
export function endpointProblem(
  url: string,
  rules: EndpointRules | null,
): 'endpoint-not-https' | 'endpoint-not-public' | 'endpoint-own' | undefined {
  if (rules === null) return undefined;
  const target = new URL(url);
  if (target.protocol !== 'https:') return 'endpoint-not-https';
  const { hostname, port } = placeOf(target);
  const isAddress = isIP(hostname) !== 0;
  const isLocal = /^(.+\.)?localhost\.?$/i.test(hostname);
  if (isLocal || (isAddress && !rules.isAllowed(hostname))) return 'endpoint-not-public';
  const isOwn = isAddress ? rules.own.isAddress(hostname, port) : rules.own.isName(hostname);
  return isOwn ? 'endpoint-own' : undefined;
}
