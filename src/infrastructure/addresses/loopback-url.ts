import ipaddr from 'ipaddr.js';

/** Whether what is asked at this URL stays on this machine, so that it cannot be read or changed on the way. */
export function isLoopbackUrl({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}
