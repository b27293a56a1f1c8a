import { asciiDomain } from '../addresses/ascii-domain.js';

/**
 * A URI of the characters that RFC 3986 allows: the host in A-labels (RFC 5890), the rest percent-encoded UTF-8. What
 * is ASCII stays as it is. Undefined where the host is none.
 */
export function asciiUri(uri: string): string | undefined {
  const [, scheme = '', rest = uri] = /^([a-z][a-z\d+.-]*:)(.*)$/is.exec(uri) ?? [];
  if (scheme.toLowerCase() === 'mailto:') return mailto(scheme, rest);
  const [, authority, path = rest] = /^\/\/([^/?#]*)(.*)$/s.exec(rest) ?? [];
  if (authority === undefined) return encoded(uri);
  const at = authority.lastIndexOf('@') + 1;
  const [, host = '', port = ''] = /^(.*?)(:\d*)?$/s.exec(authority.slice(at)) ?? [];
  const ascii = asciiHost(host);
  if (ascii === undefined) return undefined;
  return `${scheme}//${encoded(authority.slice(0, at))}${ascii}${port}${encoded(path)}`;
}

/** RFC 6068 §2. */
function mailto(scheme: string, rest: string): string | undefined {
  const [addresses = '', ...fields] = rest.split('?');
  const written = addresses.split(',').map((address) => {
    const at = address.lastIndexOf('@') + 1;
    const domain = asciiHost(address.slice(at));
    return at === 0 ? encoded(address) : domain === undefined ? undefined : encoded(address.slice(0, at)) + domain;
  });
  if (written.includes(undefined)) return undefined;
  return scheme + [written.join(','), ...fields.map(encoded)].join('?');
}

const ascii = /^[\x20-\x7e]*$/;

function asciiHost(host: string): string | undefined {
  return ascii.test(host) ? host : asciiDomain(host) || undefined;
}

function encoded(text: string): string {
  return text.replace(/[^\x20-\x7e]+/gu, (characters) => encodeURIComponent(Buffer.from(characters).toString()));
}
