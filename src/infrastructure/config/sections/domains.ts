import { z } from 'zod';
import {
  dkimSelector,
  dnsServers,
  flag,
  hostName,
  notes,
  regionalHostName,
  spfRecord,
  wholeNumber,
} from '../fields/fields.js';

export const domainFields = {
  RETURN_PATH_HOST: regionalHostName.optional().register(notes, {
    says: 'Where bounces come back to: the value of the MX record of every return path; {region} stands for the region of the domain.',
    unset: 'HELO_NAME',
  }),
  SPF_VALUE: spfRecord.prefault('v=spf1 mx ~all').register(notes, {
    says: 'The SPF record of every return path. It must allow the addresses that email leaves from: those of the relay, if there is one.',
  }),
  TRACKING_HOST: regionalHostName.optional().register(notes, {
    says: 'The value of the CNAME record of every tracking subdomain; {region} stands for the region of the domain.',
    unset: 'HELO_NAME',
  }),
  TRACKING_CA: hostName.prefault('letsencrypt.org').register(notes, {
    says: 'Who issues the certificates of tracking subdomains, as CAA records name it: a check says where those do not allow it.',
  }),
  INBOUND_HOST: regionalHostName.optional().register(notes, {
    says: 'Where email to a domain is received: the value of its MX record; {region} is replaced by the region of the domain.',
    unset: 'HELO_NAME',
  }),
  MTA_STS_POLICY: z.enum(['off', 'none', 'testing', 'enforce']).prefault('off').register(notes, {
    says: 'The mode of the MTA-STS policy (RFC 8461) that this server serves for return paths and receiving domains: senders then insist on TLS to INBOUND_HOST and RETURN_PATH_HOST. `none` withdraws a policy; `off` serves none.',
  }),
  DNS_SERVERS: dnsServers.optional().register(notes, {
    says: 'The name servers that are asked about domains, the hosts of attachment URLs, the relay and, with DELIVERY_MODE=mx, receivers, as addresses with an optional port: 192.0.2.53, 192.0.2.53:5353 or [2001:db8::53]:53.',
    unset: "the system's",
  }),
  DNS_ZONE_SERVERS: flag.prefault('1').register(notes, {
    says: "Asks a domain's own name servers first, whose answers are never old; 0: the servers above alone, whose caches may answer.",
  }),
  ALLOW_PRIVATE_DNS: flag.prefault('0').register(notes, {
    says: "Lets a domain's own name servers be asked at private and loopback addresses: for networks that keep their zones inside, and for tests.",
  }),
  DKIM_SELECTOR: dkimSelector.prefault('posthorn').register(notes, {
    says: 'The selector of the first DKIM key of a domain; the next ones add a number. Keys that are there keep theirs.',
  }),
  DKIM_ROTATION_DAYS: wholeNumber(0, 3650).prefault('180').register(notes, {
    says: 'The age in days at which the spare DKIM key of a domain takes over, once DNS shows it. 0: only `posthorn dkim rotate` rotates.',
  }),
};
