/** Labels of an address, the last octet or digit first, as in PTR records (RFC 1035 §3.5, RFC 3596 §2.5). */
export function reversed(address: string): string {
  const labels = address.includes(':') ? [...digitsOf(address)] : address.split('.');
  return labels.reverse().join('.');
}

/** Name of the PTR record of an address. */
export function reverseName(address: string): string {
  return `${reversed(address)}.${address.includes(':') ? 'ip6' : 'in-addr'}.arpa`;
}

/** All 32 hexadecimal digits of an IPv6 address. */
function digitsOf(address: string): string {
  const [start = '', end] = address.toLowerCase().split('::');
  const groups = (text: string): string[] => text.split(':').filter((group) => group !== '');
  const [left, right] = [groups(start), groups(end ?? '')];
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].map((group) => group.padStart(4, '0')).join('');
}
