import ipaddr from 'ipaddr.js';

/** Public by its number, and answered inside a cloud only: it hands out a machine's configuration. */
const cloudAddresses = new Set(['168.63.129.16']);
/** RFC 4291 §2.4: what is routed between networks. What embeds an IPv4 address lies in ranges of its own. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether anyone on the internet could ask this address too. An address in no known form is not public. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6) {
    if (parsed.isIPv4MappedAddress()) return isPublicAddress(parsed.toIPv4Address().toString());
    return parsed.range() === 'unicast' && parsed.match(globalUnicast);
  }
  return parsed.range() === 'unicast' && !cloudAddresses.has(parsed.toString());
}
