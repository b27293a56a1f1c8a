import { isIP } from 'node:net';
import { type OwnServices, placeOf } from '../outbound-http/own-services.js';

/** Where endpoints may be. */
export interface EndpointRules {
  readonly isAllowed: (address: string) => boolean;
  /** What this server listens for itself: sent to it, a message would speak in the server's own name. */
  readonly own: OwnServices;
}

/**
 * What is wrong with an endpoint's URL before anything is sent there; `rules` null: any address, over http too. Names are
 * looked up, and checked, at each attempt.
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
