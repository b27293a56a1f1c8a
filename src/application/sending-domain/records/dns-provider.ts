import type { CheckedRecord } from '../../../domain/sending-domain/events.js';

/** What the names of a provider's name servers end in, or, between dots, have in them. */
const providers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Cloudflare', /\.ns\.cloudflare\.com$/],
  ['Amazon Route 53', /\.awsdns-\d+\./],
  ['Azure DNS', /\.azure-dns\.(com|net|org|info)$/],
  ['Google Cloud DNS', /^ns-cloud-[a-e]\d\.googledomains\.com$/],
  ['Squarespace', /\.(googledomains|squarespacedns)\.com$/],
  ['GoDaddy', /\.domaincontrol\.com$/],
  ['Namecheap', /\.(registrar-servers|namecheaphosting)\.com$/],
  ['Vercel', /\.vercel-dns(-\d+)?\.com$/],
  ['NS1', /\.nsone\.net$/],
  ['DigitalOcean', /\.digitalocean\.com$/],
  ['Hetzner', /\.(ns\.hetzner\.(com|de)|first-ns\.de|second-ns\.(com|de))$|^(hydrogen|oxygen|helium)\.ns\.hetzner\./],
  ['OVHcloud', /\.(ovh\.(net|ca)|anycast\.me)$/],
  ['Gandi', /\.gandi\.net$/],
  ['IONOS', /\.ui-dns\.(com|de|org|biz)$/],
  ['Porkbun', /\.(ns\.)?porkbun\.com$/],
  ['DNSimple', /\.dnsimple(-edge)?\.(com|net|org|io)$/],
  ['Linode', /\.linode\.com$/],
  ['Wix', /\.wixdns\.net$/],
  ['deSEC', /\.desec\.(io|org)$/],
];

/** The provider that all of the name servers belong to; null where they do not say it. */
export function dnsProvider(nameServers: readonly string[]): string | null {
  const [first, ...others] = nameServers.map(
    (server) => providers.find(([, pattern]) => pattern.test(server.toLowerCase().replace(/\.$/, '')))?.[0] ?? null,
  );
  return first !== undefined && others.every((other) => other === first) ? first : null;
}

/** Where the zone is kept, as the last check found it for a record that is not there yet. */
export function nameServersIn(records: readonly Pick<CheckedRecord, 'advice'>[]): readonly string[] {
  for (const { advice } of records) {
    for (const { code, values } of advice) {
      const { nameServers } = values;
      if (code === 'not-published' && typeof nameServers === 'string' && nameServers !== '') {
        return nameServers.split(', ');
      }
    }
  }
  return [];
}
