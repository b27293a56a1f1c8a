import { createDns } from '../../src/infrastructure/dns/dns.js';
import { dnsContract } from './dns.contract.js';

dnsContract('Node', ({ address }) => createDns({ servers: [address], timeoutMs: 300, tries: 2 }));
