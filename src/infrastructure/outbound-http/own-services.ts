import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** What this process serves itself: a URL that leads there asks the server in the server's own name. */
export interface OwnServices {
  isName(hostname: string): boolean;
  isAddress(address: string, port: number): boolean;
}

/** `ports`: where the process listens, as they are when a URL is looked at. */
export function ownServices(publicUrl: string | null, ports: ReadonlySet<number>): OwnServices {
  const { hostname = '', port = 0 } = publicUrl === null ? {} : placeOf(new URL(publicUrl));
  // Another server may listen at the same address: there the port decides.
  const isNamed = isIP(hostname) === 0 && hostname !== '' && hostname !== 'localhost';
  return {
    isName: (asked) => isNamed && asked.toLowerCase().replace(/\.$/, '') === hostname,
    isAddress: (address, asked) => (ports.has(asked) || asked === port) && isOwnAddress(address),
  };
}

/** Its host without brackets, and its port, given or not. */
export function placeOf({ hostname, port, protocol }: URL): { readonly hostname: string; readonly port: number } {
  const usual = protocol === 'https:' ? 443 : 80;
  return { hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? usual : Number(port) };
}

/** Whether a connection to it ends on this machine. */
function isOwnAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const asked = ipaddr.process(address);
  if (asked.range() === 'loopback' || asked.range() === 'unspecified') return true;
  const interfaces = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  const text = asked.toNormalizedString();
  return interfaces.some(
    (own) => ipaddr.isValid(own.address) && ipaddr.process(own.address).toNormalizedString() === text,
  );
}
