import type { UnansweredReason } from '../../ports/dns.js';
import type { Unroutable } from '../../ports/mail-transport.js';

/** RFC 7505 §4.1: the domain says that it takes no mail. */
export function nullMx(domain: string): Unroutable {
  return ours(556, '5.1.10', `${domain} accepts no email: it publishes a null MX`, domain);
}

/** RFC 3463 §3.2, x.1.2: no host to ask, as far as the DNS knows. */
export function noSuchDomain(domain: string): Unroutable {
  return ours(550, '5.1.2', `${domain} does not exist, or has neither an MX nor an address`, domain);
}

/** RFC 5321 §5.1: we are the best of its hosts ourselves, and know nothing better to do with its mail. */
export function loopsBack(domain: string): Unroutable {
  return ours(554, '5.4.6', `email for ${domain} would come back to this server, which is named in its MX`, domain);
}

/** A domain that points into a private network: mail would go to a machine of ours. */
export function privateHosts(domain: string): Unroutable {
  return ours(554, '5.4.4', `${domain} has only addresses that are not public, to which no email is sent`, domain);
}

/** Its MX names hosts that the DNS does not know: most likely fixed soon. */
export function hostsWithoutAddress(domain: string): Unroutable {
  return ours(451, '4.4.4', `none of the mail servers of ${domain} has an address`, domain);
}

/** RFC 8461 §4.1: hosts that the domain's policy does not name are not given its mail. */
export function hostsNotInPolicy(domain: string): Unroutable {
  return ours(451, '4.7.5', `the MTA-STS policy of ${domain} names none of its mail servers`, domain);
}

/** RFC 3463 §3.5, x.4.3: not known, which is never taken for "not there". */
export function dnsUnanswered(domain: string, reason: UnansweredReason | 'alias-loop'): Unroutable {
  return ours(451, '4.4.3', `the DNS says nothing of ${domain}: ${reasons[reason]}`, domain);
}

const reasons: Readonly<Record<UnansweredReason | 'alias-loop', string>> = {
  'server-failure': 'its name servers fail',
  refused: 'its name servers refuse to answer',
  timeout: 'no name server answers in time',
  unreachable: 'no name server can be reached',
  malformed: 'the answer cannot be read',
  'alias-loop': 'its aliases lead in a circle',
};

function ours(code: number, enhancedCode: string, text: string, host: string): Unroutable {
  return { code, enhancedCode, text, host };
}
