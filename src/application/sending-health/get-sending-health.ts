import type { GroupFigures } from '../../domain/insight/health/figures.js';
import { type ReceiverGroup, receiverGroups } from '../../domain/insight/health/receiver-group.js';
import { type Requirement, requirementsOf } from '../../domain/insight/health/requirements.js';
import { query } from '../access/use-case.js';
import { boundedDns } from '../insight/bounded-dns.js';
import { domainFacts } from '../insight/domain-facts.js';
import { lookUpMs, type SendingHost } from '../insight/sending-host.js';
import type { Clock } from '../ports/clock.js';
import type { Dns } from '../ports/dns.js';
import { getDomain, type GetDomainPorts } from '../sending-domain/read-domains.js';
import type { Ports } from '../shared/ports.js';
import { fallsIn, type GroupFall, healthWindows, sumOf, type UnverifiedEmail } from './health-windows.js';

/** GET /dashboard-api/domains/{id}/health: how receivers take what a domain sends. */
export interface GetSendingHealth {
  readonly teamId: string;
  readonly domainId: string;
}

export interface SendingHealth {
  /** Seven days each, the latest first. */
  readonly windows: readonly {
    readonly from: string;
    readonly until: string;
    readonly groups: readonly ShownGroup[];
  }[];
  readonly falls: readonly GroupFall[];
  readonly requirements: readonly Requirement[];
  readonly unverified: readonly UnverifiedEmail[];
  readonly isComplete: boolean;
}

interface ShownGroup extends GroupFigures {
  readonly group: ReceiverGroup;
}

/** Undefined when the team has no such domain. */
type GetSendingHealthResult = SendingHealth | undefined;

type GetSendingHealthPorts = Pick<Ports, 'readStore'> &
  GetDomainPorts & {
    readonly dns: Dns;
    readonly sendingHost: Pick<SendingHost, 'facts'>;
    readonly clock: Pick<Clock, 'now'>;
  };

export const GetSendingHealth = query({ name: 'GetSendingHealth', need: 'read-only', run: getSendingHealth });

async function getSendingHealth(
  ports: GetSendingHealthPorts,
  { teamId, domainId }: GetSendingHealth,
): Promise<GetSendingHealthResult> {
  const found = await getDomain(ports, { teamId, domainId });
  if (found === undefined) return undefined;
  const { name, origin } = found.document;
  // The mail of a sandbox goes to no receiver.
  if (origin === 'sandbox') return { windows: [], falls: [], requirements: [], unverified: [], isComplete: true };
  const [health, looked] = await Promise.all([
    healthWindows(ports, { teamId, domainId, nowMs: ports.clock.now() }),
    lookUp(ports, domainId, name),
  ]);
  const { windows, bulk, unverified, isComplete } = health;
  return {
    windows: windows.map(({ from, until, groups }) => ({ from, until, groups: shown(groups) })),
    falls: fallsIn(health),
    requirements: requirementsOf({ ...looked, bulk, figures: sumOf(windows.slice(0, 1)).figures() }),
    unverified,
    isComplete,
  };
}

const shown = (groups: HealthGroups): readonly ShownGroup[] =>
  receiverGroups.flatMap((group) => {
    const sum = groups.get(group);
    return sum === undefined ? [] : [{ group, ...sum.figures() }];
  });
type HealthGroups = Awaited<ReturnType<typeof healthWindows>>['windows'][number]['groups'];

async function lookUp(ports: GetSendingHealthPorts, domainId: string, domain: string) {
  const name = { name: domain, registered: ports.recordSettings.registeredZoneOf(domain) };
  const ended = new AbortController();
  const dns = boundedDns(ports.dns, lookUpMs, ended.signal);
  try {
    const [facts, sendingHost] = await Promise.all([
      domainFacts(ports, dns, { domainId, from: name, at: undefined }),
      ports.sendingHost.facts(),
    ]);
    return { name, domain: facts, sendingHost };
  } finally {
    ended.abort();
  }
}
