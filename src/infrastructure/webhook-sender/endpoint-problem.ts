import { isIP } from 'node:net';

/** Where endpoints may be. */
export interface EndpointRules {
  readonly isAllowed: (address: string) => boolean;
  /** What this server listens for itself: sent to it, a message would speak in the server's own name. */
  readonly own: {
    isName(hostname: string): boolean;
    isAddress(address: string, port: number): boolean;
  };
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
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') return 'endpoint-not-https';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isAddress = isIP(host) !== 0;
  if (/^(.+\.)?localhost\.?$/i.test(host) || (isAddress && !rules.isAllowed(host))) return 'endpoint-not-public';
  const usual = 443;
  const isOwn = isAddress ? rules.own.isAddress(host, port === '' ? usual : Number(port)) : rules.own.isName(host);
  return isOwn ? 'endpoint-own' : undefined;
}
