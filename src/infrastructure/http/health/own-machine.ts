import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** What a proxy adds to say for whom it asks. */
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether a program on this machine asked, and no proxy on it for somebody else: from a loopback address, to a loopback name, and with
 * none of a proxy's headers. A proxy that rewrites the name and adds no header looks the same, which the documentation of METRICS_TOKEN says.
 */
export function isFromOwnMachine({ socket, hostname, headers }: FastifyRequest): boolean {
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    (hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''))) &&
    forwardingHeaders.every((name) => headers[name] === undefined)
  );
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
