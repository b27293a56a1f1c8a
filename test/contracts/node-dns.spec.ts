import { createDns } from '../../src/infrastructure/dns/dns.js';
import { dnsContract } from './dns.contract.js';

const settings = { timeoutMs: 300, tries: 2 };

dnsContract('Node', ({ address }) => createDns({ ...settings, servers: [address], zoneServers: null }));
dnsContract("Node, by the zone's own servers", ({ address, port }) =>
  createDns({ ...settings, servers: [address], zoneServers: { port, isAllowed: () => true } }),
);
