import type { Dns, DnsAnswer, DnsType, DnsValues } from '../../application/ports/dns.js';
import { query, type QueryAnswer, type QuerySettings } from './query.js';
import type { ZoneQuery, ZoneServerSettings } from './zone-servers.js';

/** Longer chains are given up by resolvers too. */
const mostAliases = 10;

export interface DnsSettings extends QuerySettings {
  /** How the servers of a name's own zone are asked first; null: the configured servers alone are asked. */
  readonly zoneServers: Pick<ZoneServerSettings, 'port' | 'isAllowed'> | null;
}

type Ask = <Type extends DnsType>(name: string, type: Type) => Promise<QueryAnswer<DnsValues[Type]>>;

/** The DNS as Node's own resolver library sees it. */
export function createDns(settings: DnsSettings): Dns {
  const ask = askerOf(settings);
  return {
    async resolve(name, type) {
      if (type === 'CNAME') return withAliases(await ask(name, type), []);
      const [answer, chain] = await Promise.all([ask(name, type), aliasesOf(ask, name)]);
      if (answer.kind !== 'found' && chain.loops) {
        return { kind: 'missing', reason: 'alias-loop', aliases: chain.targets };
      }
      const last = chain.targets.at(-1);
      // A server that does not recurse names the alias and leaves it there.
      if (answer.kind === 'missing' && last !== undefined) {
        return withAliases(await ask(last, type), chain.targets);
      }
      return withAliases(answer, chain.targets);
    },
  };
}

/** The zone's own servers where they can be asked, which remember nothing; else the configured ones. */
function askerOf({ zoneServers, ...settings }: DnsSettings): Ask {
  const configured: Ask = (name, type) => query(settings, name, type);
  if (zoneServers === null) return configured;
  // Brings the public suffix list, which the delivery thread does without.
  let made: Promise<ZoneQuery> | undefined;
  const zoneQuery = async (): Promise<ZoneQuery> => {
    const { createZoneQuery } = await import('./zone-servers.js');
    return createZoneQuery({ ...settings, ...zoneServers });
  };
  return async (name, type) => {
    const askZone = await (made ??= zoneQuery());
    const answer = await askZone(name, type);
    return answer === undefined || answer.kind === 'unanswered' ? configured(name, type) : answer;
  };
}

function withAliases<Value>(answer: QueryAnswer<Value>, aliases: readonly string[]): DnsAnswer<Value> {
  return answer.kind === 'unanswered' ? answer : { ...answer, aliases };
}

/** The library follows aliases without telling of them, so they are asked for one by one. */
async function aliasesOf(ask: Ask, name: string) {
  const targets: string[] = [];
  for (let at = name; targets.length <= mostAliases; ) {
    const answer = await ask(at, 'CNAME');
    const [target] = answer.kind === 'found' ? answer.values : [];
    if (target === undefined) return { targets, loops: false };
    if (target === name || targets.includes(target)) return { targets: [...targets, target], loops: true };
    targets.push(target);
    at = target;
  }
  return { targets, loops: true };
}
