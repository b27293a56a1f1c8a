import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Whether a connection to it ends on this machine. */
export function isOwnAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const asked = ipaddr.process(address);
  if (asked.range() === 'loopback' || asked.range() === 'unspecified') return true;
  const interfaces = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  const text = asked.toNormalizedString();
  return interfaces.some(
    (own) => ipaddr.isValid(own.address) && ipaddr.process(own.address).toNormalizedString() === text,
  );
}
