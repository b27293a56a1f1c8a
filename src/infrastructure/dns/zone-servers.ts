import type { DnsType, DnsValues } from '../../application/ports/dns.js';
import { authorityOf, type ServerAddress } from './authority.js';
import { query, type QueryAnswer, type QuerySettings } from './query.js';
import { registeredZoneOf } from './registered-zone.js';

export interface ZoneServerSettings extends QuerySettings {
  /** At which the servers of a zone are asked. */
  readonly port: number;
  /** Whether a name server's address may be asked: the owner of a zone chooses it. */
  readonly isAllowed: (address: string) => boolean;
}

/** Enough for one that answers, and no burden to anybody. */
const mostServers = 4;
/** Long enough for one check. Records are never remembered. */
const knownForMs = 60_000;
/**
 * A server that did not answer is left alone for the rest of a check, which would otherwise wait for it at each record.
 */
const leftAloneMs = 10_000;
const mostZones = 1_000;

interface KnownZone {
  until: number;
  servers: Promise<readonly ServerAddress[] | 'unanswered'>;
}

/** Asks the servers that a name's zone is kept on. Undefined when none of them speaks for the name. */
export type ZoneQuery = <Type extends DnsType>(
  name: string,
  type: Type,
) => Promise<QueryAnswer<DnsValues[Type]> | undefined>;

/**
 * What a resolver has kept, an absence too, may be as old as a TTL; a zone's own servers say what is there now. Which
 * those are is asked of the resolver. Never rejects.
 */
export function createZoneQuery(settings: ZoneServerSettings): ZoneQuery {
  const known = new Map<string, KnownZone>();

  function zoneAt(name: string): KnownZone {
    const now = performance.now();
    const remembered = known.get(name);
    if (remembered !== undefined && now < remembered.until) return remembered;
    if (known.size >= mostZones) known.clear();
    const zone = { until: now + knownForMs, servers: findServers(settings, name) };
    known.set(name, zone);
    return zone;
  }

  return async (name, type) => {
    for (const owner of withParents(name)) {
      const zone = zoneAt(owner);
      const servers = await zone.servers;
      if (servers === 'unanswered') {
        zone.until = Math.min(zone.until, performance.now() + leftAloneMs);
        return undefined;
      }
      const found = await firstAuthority(settings, servers, name, type);
      if (found === 'silent') {
        zone.servers = Promise.resolve([]);
        zone.until = performance.now() + leftAloneMs;
      } else if (found !== 'lame') {
        return query({ ...settings, servers: [written(found)] }, name, type);
      }
    }
    return undefined;
  };
}

/** The name and those above it, to the one that was registered: beyond it lies nothing that its owner says. */
function withParents(name: string): readonly string[] {
  const labels = name.split('.');
  const least = registeredZoneOf(name).split('.').length;
  return labels.slice(0, Math.max(0, labels.length - least) + 1).map((_, from) => labels.slice(from).join('.'));
}

/** None where the name begins no zone; `unanswered`: the resolver does not say. */
async function findServers(
  settings: ZoneServerSettings,
  name: string,
): Promise<readonly ServerAddress[] | 'unanswered'> {
  const names = await query(settings, name, 'NS');
  if (names.kind === 'unanswered') return 'unanswered';
  if (names.kind === 'missing') return [];
  const hosts = names.values.toSorted().slice(0, mostServers);
  const answers = await Promise.all(
    (['A', 'AAAA'] as const).flatMap((type) => hosts.map((host) => query(settings, host, type))),
  );
  const addresses = answers.flatMap((answer) => (answer.kind === 'found' ? answer.values : []));
  const allowed = addresses.filter(settings.isAllowed).slice(0, mostServers);
  return allowed.map((address) => ({ address, port: settings.port }));
}

/** The first that answers for the name. `silent`: none answered. */
async function firstAuthority(
  { timeoutMs }: ZoneServerSettings,
  servers: readonly ServerAddress[],
  name: string,
  type: DnsType,
): Promise<ServerAddress | 'lame' | 'silent'> {
  if (servers.length === 0) return 'lame';
  const heard = servers.map((server) => authorityOf(server, name, type, timeoutMs));
  const authoritative = servers.map(async (server, index) => {
    if ((await heard[index]) !== 'authoritative') throw new Error('it does not speak for the name');
    return server;
  });
  try {
    return await Promise.any(authoritative);
  } catch {
    return (await Promise.all(heard)).every((each) => each === 'silent') ? 'silent' : 'lame';
  }
}

const written = ({ address, port }: ServerAddress) =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
