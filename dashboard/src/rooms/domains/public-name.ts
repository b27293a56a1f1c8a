/** Why other mail servers cannot reach a host by this name or address; null: nothing speaks against it. */
export type NotPublic = 'single-label' | 'reserved' | 'private-address';

/** Names that no public DNS has (RFC 2606, 6761, 6762, 8375, 9476), and those that networks use for themselves. */
const reservedEnds = new Set(
  'localhost local localdomain test invalid example internal intranet private lan home corp home.arpa onion alt'.split(
    ' ',
  ),
);

const privateAddresses = [
  /^(0|10|127)\./,
  /^169\.254\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^192\.168\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^::1?$/,
  /^f[cd][0-9a-f]{2}:/,
  /^fe[89ab][0-9a-f]:/,
];

export function whyNotPublic(host: string): NotPublic | null {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (/^[\d.]+$/.test(name) || name.includes(':')) {
    return privateAddresses.some((pattern) => pattern.test(name)) ? 'private-address' : null;
  }
  const labels = name.split('.');
  const ends = [labels.at(-1) ?? '', labels.slice(-2).join('.')];
  if (ends.some((end) => reservedEnds.has(end))) return 'reserved';
  return labels.length < 2 ? 'single-label' : null;
}

interface Published {
  readonly type: string;
  readonly value: string;
}

/**
 * The hosts of this server that a record names: of MX and CNAME its value, of SPF what its mechanisms name (RFC 7208
 * §5).
 */
function hostsOf({ type, value }: Published): readonly string[] {
  if (type === 'MX' || type === 'CNAME') return [value];
  if (type !== 'TXT' || !value.startsWith('v=spf1')) return [];
  return value.split(/\s+/).flatMap((term) => {
    const [, host] = /^[+?~-]?(?:a:|mx:|include:|exists:|ip4:|ip6:|redirect=)([^/]+)/.exec(term) ?? [];
    return host === undefined || host.includes('%') ? [] : [host];
  });
}

/** Each host among the records that cannot be reached from outside, once. */
export function notPublicHosts(records: readonly Published[]): readonly { host: string; why: NotPublic }[] {
  return [...new Set(records.flatMap(hostsOf))].flatMap((host) => {
    const why = whyNotPublic(host);
    return why === null ? [] : [{ host, why }];
  });
}
