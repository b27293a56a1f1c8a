import { isIP } from 'node:net';

/**
 * What is wrong with an endpoint's URL before anything is sent there; `isAllowed` null: any address, over http too. Names are
 * looked up, and checked, at each attempt.
 */
export function endpointProblem(
  url: string,
  isAllowed: ((address: string) => boolean) | null,
): 'endpoint-not-https' | 'endpoint-not-public' | undefined {
  if (isAllowed === null) return undefined;
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:') return 'endpoint-not-https';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isLocal = /^(.+\.)?localhost\.?$/i.test(host) || (isIP(host) !== 0 && !isAllowed(host));
  return isLocal ? 'endpoint-not-public' : undefined;
}
