/** Why links of this server in an email do not lead to where its reader is. */
const linkTroubles = ['unset', 'loopback', 'private', 'not-https'] as const;
export type LinkTrouble = (typeof linkTroubles)[number];

/** A sentence each, without its full stop. */
export const linkProblems: Readonly<Record<LinkTrouble, string>> = {
  unset: 'PUBLIC_URL is not set, so links in emails lead to this machine and not to this server',
  loopback: 'PUBLIC_URL is a loopback address, so links in emails lead to the reader’s own machine',
  private: 'PUBLIC_URL is an address of a private network, so readers elsewhere cannot follow links in emails',
  'not-https': 'PUBLIC_URL is http, and mailbox providers unsubscribe with one click by https alone (RFC 8058)',
};
export const linkRemedy = 'Set PUBLIC_URL to the https:// address under which recipients reach this server';

/** The part of the configuration that links are made from. */
export interface LinkSettings {
  readonly publicUrl: string | null;
  readonly deliveryMode: { readonly kind: string };
  /** An operator says that the readers are where such links lead: for tests and closed networks. */
  readonly allowPrivateLinks: boolean;
}

/** @returns null where links lead to where the reader is. Captured email is read on this machine. */
export function linkTroubleOf({ publicUrl, deliveryMode, allowPrivateLinks }: LinkSettings): LinkTrouble | null {
  if (deliveryMode.kind === 'capture' || allowPrivateLinks) return null;
  if (publicUrl === null) return 'unset';
  const { hostname, protocol } = new URL(publicUrl);
  return hostTrouble(hostname) ?? (protocol === 'https:' ? null : 'not-https');
}

/** `hostname` as `URL` writes it: addresses in their usual form, IPv6 in brackets. */
export function hostTrouble(hostname: string): 'loopback' | 'private' | null {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[')) return ofIpv6(host.slice(1, -1));
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return ofIpv4(host.split('.').map(Number));
  if (host === 'localhost' || host.endsWith('.localhost') || host === 'localhost.localdomain') return 'loopback';
  // Names that no one outside of a network can look up: RFC 6761, 6762, 8375, 9476.
  const isInner = !host.includes('.') || /\.(?:local|localdomain|internal|intranet|lan|home\.arpa|invalid)$/.test(host);
  return isInner ? 'private' : null;
}

/** RFC 6890. */
function ofIpv4([a = 0, b = 0, c = 0]: readonly number[]): 'loopback' | 'private' | null {
  if (a === 127 || a === 0) return 'loopback';
  const isPrivate =
    a === 10 ||
    (a === 100 && b >= 64 && b <= 127) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 192 && b === 0 && c === 0) ||
    (a === 198 && (b === 18 || b === 19)) ||
    a >= 224;
  return isPrivate ? 'private' : null;
}

function ofIpv6(address: string): 'loopback' | 'private' | null {
  if (address === '::1' || address === '::') return 'loopback';
  // RFC 4291 §2.5.5.2 and RFC 6052: an IPv4 address in its last 32 bits.
  const [, high, low] = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? [];
  if (high !== undefined && low !== undefined) {
    const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
    return ofIpv4([upper >> 8, upper & 0xff, lower >> 8, lower & 0xff]);
  }
  // RFC 4291 §2.4: what is routed between networks is 2000::/3.
  return /^[23][0-9a-f]{3}:/.test(address) ? null : 'private';
}

/** Pictures and public pages of this server in a content that was written where it had another address. */
const ownPaths = /\bhttps?:\/\/[^\s"'<>()\\]+?\/(?:images|public)\/[^\s"'<>()\\]*/gi;

/** The first link to a picture or a page of a server that the reader cannot reach. */
export function unreachableLink(html: string): string | undefined {
  return (html.match(ownPaths) ?? []).find(
    (link) => URL.canParse(link) && hostTrouble(new URL(link).hostname) !== null,
  );
}
