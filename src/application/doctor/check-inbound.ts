import { isLoopback } from './check-config.js';
import type { Facts } from './facts.js';
import { type Finding, finding } from './finding.js';

/** Whether other servers find what receives here. Nothing where no port is set, or no server runs. */
export function checkInbound({ inbound, program }: Facts): readonly Finding[] {
  if (inbound.kind === 'unknown' || !program.serverRuns) return [];
  const { host, addresses, answers, listensOn } = inbound.value;
  if (addresses.length === 0) {
    return [
      finding(
        'error',
        'inbound-without-address',
        `${host} (INBOUND_HOST) has no A or AAAA record: bounces and email for receiving domains do not arrive.`,
        'Publish one that leads to this server, or name another host in INBOUND_HOST.',
      ),
    ];
  }
  const at = `port 25 of ${host} (${addresses.join(', ')})`;
  switch (answers) {
    case 'posthorn':
      return [];
    case 'another':
      return [
        finding(
          'error',
          'inbound-elsewhere',
          `Another mail server answers at ${at}: bounces and email for receiving domains go there.`,
          'Correct the A or AAAA record of INBOUND_HOST, or lead port 25 of this machine to INBOUND_PORT.',
        ),
      ];
    case 'nothing':
      return [
        finding(
          'warning',
          'inbound-unreachable',
          `Nothing answers at ${at} from this machine: bounces and email for receiving domains may not arrive.`,
          isLoopback(listensOn)
            ? `INBOUND_PORT is open at ${listensOn} only, which other machines do not reach: set SMTP_HOST to 0.0.0.0 or ::.`
            : 'Set INBOUND_PORT to 25 or lead port 25 there, open it in the firewall, and try from another network.',
        ),
      ];
  }
}
