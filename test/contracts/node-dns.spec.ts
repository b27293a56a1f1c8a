import { createDns } from '../../src/infrastructure/dns/dns.js';
import { dnsContract } from './dns.contract.js';

dnsContract('Node', ({ address }, settings) => createDns({ ...settings, servers: [address], zoneServers: null }));
dnsContract("Node, by the zone's own servers", ({ address, port }, settings) =>
  createDns({ ...settings, servers: [address], zoneServers: { port, isAllowed: () => true } }),
);
